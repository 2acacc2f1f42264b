"""Well-known organisations by their full, short and abbreviated names, English and Chinese. Facts, in no one's words.

A row is one organisation; a row goes on where the next line is indented.
"""

from __future__ import annotations

ORGANISATIONS = """
United Nations; UN; U.N. | 联合国
United Nations Security Council; UN Security Council; UNSC | 联合国安全理事会; 联合国安理会; 安理会
United Nations General Assembly; UN General Assembly; UNGA | 联合国大会; 联大
European Union; EU; E.U. | 欧洲联盟; 欧盟
European Commission | 欧盟委员会; 欧洲联盟委员会
European Central Bank; ECB | 欧洲中央银行; 欧洲央行
European Parliament | 欧洲议会
African Union; AU | 非洲联盟; 非盟
Association of Southeast Asian Nations; ASEAN | 东南亚国家联盟; 东盟
Arab League; League of Arab States | 阿拉伯国家联盟; 阿盟
North Atlantic Treaty Organization; North Atlantic Treaty Organisation; NATO | 北大西洋公约组织; 北约
Shanghai Cooperation Organisation; Shanghai Cooperation Organization; SCO | 上海合作组织; 上合组织
World Health Organization; World Health Organisation; WHO | 世界卫生组织; 世卫组织; 世卫
World Trade Organization; World Trade Organisation; WTO | 世界贸易组织; 世贸组织; 世贸
World Bank; World Bank Group | 世界银行; 世行
World Meteorological Organization; WMO | 世界气象组织
World Intellectual Property Organization; WIPO | 世界知识产权组织
World Food Programme; WFP | 世界粮食计划署; 粮食计划署
World Wide Fund for Nature; WWF | 世界自然基金会
World Economic Forum; WEF | 世界经济论坛
International Monetary Fund; IMF | 国际货币基金组织
International Atomic Energy Agency; IAEA | 国际原子能机构
International Labour Organization; ILO | 国际劳工组织
International Energy Agency; IEA | 国际能源署
International Olympic Committee; IOC | 国际奥林匹克委员会; 国际奥委会
International Criminal Court; ICC | 国际刑事法院
International Court of Justice; ICJ | 国际法院
International Committee of the Red Cross; ICRC | 红十字国际委员会
Interpol; International Criminal Police Organization | 国际刑事警察组织; 国际刑警组织
FIFA; International Federation of Association Football | 国际足球联合会; 国际足联
UEFA; Union of European Football Associations | 欧洲足球协会联盟; 欧足联
UNESCO; United Nations Educational, Scientific and Cultural Organization | 联合国教育、科学及文化组织;
    联合国教科文组织; 教科文组织
UNICEF; United Nations Children's Fund | 联合国儿童基金会; 儿童基金会
UNHCR; United Nations High Commissioner for Refugees; UN Refugee Agency | 联合国难民署; 联合国难民事务高级专员公署;
    难民署
United Nations Development Programme; UNDP | 联合国开发计划署; 开发计划署
United Nations Environment Programme; UNEP | 联合国环境规划署; 环境规划署
Food and Agriculture Organization; FAO; Food and Agriculture Organization of the United Nations |
    联合国粮食及农业组织;
    联合国粮农组织; 粮农组织
Organisation for Economic Co-operation and Development; OECD; Organization for Economic Cooperation and Development |
    经济合作与发展组织; 经合组织
Organization of the Petroleum Exporting Countries; OPEC | 石油输出国组织; 欧佩克
Asian Infrastructure Investment Bank; AIIB | 亚洲基础设施投资银行; 亚投行
Asian Development Bank; ADB | 亚洲开发银行; 亚开行
Asia-Pacific Economic Cooperation; APEC | 亚洲太平洋经济合作组织; 亚太经合组织
National Aeronautics and Space Administration; NASA | 美国国家航空航天局; 美国宇航局; 美国航天局
European Space Agency; ESA | 欧洲空间局; 欧洲航天局; 欧空局
Federal Bureau of Investigation; FBI | 美国联邦调查局; 联邦调查局
Central Intelligence Agency; CIA | 美国中央情报局; 中央情报局; 中情局
National Security Agency; NSA | 美国国家安全局
Food and Drug Administration; FDA; US Food and Drug Administration; U.S. Food and Drug Administration |
    美国食品药品监督管理局; 美国食药局; 美国药监局
Centers for Disease Control and Prevention; CDC | 美国疾病控制与预防中心; 美国疾控中心
Environmental Protection Agency; EPA | 美国环境保护署; 美国环保署
Securities and Exchange Commission; SEC | 美国证券交易委员会; 美国证交会
Federal Reserve; Fed; the Fed; Federal Reserve System | 美国联邦储备委员会; 美国联邦储备系统; 美联储
New York Stock Exchange; NYSE | 纽约证券交易所; 纽交所
National Basketball Association; NBA | 美国职业篮球联赛; 美职篮
National Health Service; NHS | 英国国家医疗服务体系
British Broadcasting Corporation; BBC | 英国广播公司
Massachusetts Institute of Technology; MIT | 麻省理工学院; 麻省理工
Harvard University; Harvard | 哈佛大学; 哈佛
Stanford University; Stanford | 斯坦福大学; 斯坦福
Yale University; Yale | 耶鲁大学; 耶鲁
Princeton University; Princeton | 普林斯顿大学; 普林斯顿
Columbia University | 哥伦比亚大学
University of California, Berkeley; UC Berkeley | 加州大学伯克利分校; 加利福尼亚大学伯克利分校
University of California, Los Angeles; UCLA | 加州大学洛杉矶分校; 加利福尼亚大学洛杉矶分校
California Institute of Technology; Caltech | 加州理工学院; 加利福尼亚理工学院; 加州理工
University of Oxford; Oxford University | 牛津大学
University of Cambridge; Cambridge University | 剑桥大学
Imperial College London; Imperial College | 帝国理工学院; 伦敦帝国学院
London School of Economics; LSE; London School of Economics and Political Science | 伦敦政治经济学院; 伦敦政经学院
University of Tokyo; Tokyo University | 东京大学; 东大
Peking University; PKU; Beijing University | 北京大学; 北大
Tsinghua University; Tsinghua | 清华大学; 清华
Fudan University; Fudan | 复旦大学; 复旦
Zhejiang University | 浙江大学; 浙大
Nanjing University | 南京大学
Shanghai Jiao Tong University; SJTU | 上海交通大学; 上海交大
University of Science and Technology of China; USTC | 中国科学技术大学; 中国科大; 中科大
Renmin University of China; Renmin University | 中国人民大学
Chinese University of Hong Kong; CUHK | 香港中文大学; 港中大
University of Hong Kong; HKU | 香港大学; 港大
Chinese Academy of Sciences; CAS | 中国科学院; 中科院
Chinese Academy of Engineering; CAE | 中国工程院
Chinese Academy of Social Sciences; CASS | 中国社会科学院; 社科院; 中国社科院
Chinese Communist Party; Communist Party of China; CCP; CPC | 中国共产党; 中共
Chinese Nationalist Party; Kuomintang; KMT | 中国国民党; 国民党
People's Liberation Army; PLA | 中国人民解放军; 解放军
National People's Congress; NPC | 全国人民代表大会; 全国人大
Chinese People's Political Consultative Conference; CPPCC | 中国人民政治协商会议; 全国政协; 人民政协
State Council | 国务院; 中华人民共和国国务院
National Development and Reform Commission; NDRC | 国家发展和改革委员会; 国家发展改革委; 国家发改委; 发改委
People's Bank of China; PBOC | 中国人民银行; 中国央行
Industrial and Commercial Bank of China; ICBC | 中国工商银行; 工商银行; 工行
Bank of China | 中国银行; 中行
China Construction Bank; CCB | 中国建设银行; 建设银行; 建行
Agricultural Bank of China; ABC | 中国农业银行; 农业银行; 农行
China National Petroleum Corporation; CNPC; PetroChina | 中国石油天然气集团有限公司; 中国石油天然气集团公司;
    中国石油天然气集团; 中国石油; 中石油
Sinopec; China Petrochemical Corporation; Sinopec Group | 中国石油化工集团有限公司; 中国石油化工集团公司;
    中国石油化工集团; 中国石化; 中石化
China National Offshore Oil Corporation; CNOOC | 中国海洋石油集团有限公司; 中国海洋石油总公司; 中国海油; 中海油
State Grid Corporation of China; State Grid | 国家电网有限公司; 国家电网公司; 国家电网
China Mobile | 中国移动通信集团有限公司; 中国移动通信集团; 中国移动
China Central Television; CCTV | 中国中央电视台; 中央电视台; 央视
Xinhua News Agency; Xinhua | 新华通讯社; 新华社
International Business Machines; IBM; International Business Machines Corporation |
Hewlett-Packard; HP | 惠普公司; 惠普
General Electric; GE | 通用电气公司; 通用电气
General Motors; GM | 通用汽车公司; 通用汽车
Taiwan Semiconductor Manufacturing Company; TSMC | 台湾积体电路制造股份有限公司; 台积电
Contemporary Amperex Technology; CATL | 宁德时代新能源科技股份有限公司; 宁德时代
Microsoft; Microsoft Corporation | 微软公司; 微软
Google | 谷歌公司; 谷歌
Apple Inc.; Apple | 苹果公司
Amazon.com | 亚马逊公司
Huawei; Huawei Technologies | 华为技术有限公司; 华为公司; 华为
Tencent; Tencent Holdings | 腾讯公司; 腾讯控股; 腾讯
Alibaba; Alibaba Group | 阿里巴巴集团; 阿里巴巴; 阿里
Samsung; Samsung Electronics | 三星电子; 三星集团; 三星
Toyota; Toyota Motor Corporation | 丰田汽车公司; 丰田汽车; 丰田
Volkswagen; Volkswagen Group; VW | 大众汽车集团; 大众汽车
Boeing; The Boeing Company | 波音公司; 波音
Airbus | 空中客车公司; 空中客车; 空客
Tesla; Tesla, Inc.; Tesla Motors | 特斯拉公司; 特斯拉
Reuters | 路透社
Associated Press; AP | 美国联合通讯社; 美联社
Agence France-Presse; AFP | 法国新闻社; 法新社
"""
