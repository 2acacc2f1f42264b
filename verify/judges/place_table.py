"""Countries, their parts and their best-known towns by name, in English and Chinese. Facts, in no one's wording.

A row is a country or a part of one: its English names | its Chinese names | what lies in it. The first English name
stands for it. A town is written in both languages ("Oslo 奥斯陆"); other names of a town follow with "=". A row goes on
where the next line is indented.
"""

from __future__ import annotations

COUNTRIES = """
Afghanistan; Islamic Republic of Afghanistan | 阿富汗; 阿富汗伊斯兰共和国 | Kabul 喀布尔, Kandahar 坎大哈,
    Herat 赫拉特
Albania; Republic of Albania | 阿尔巴尼亚; 阿尔巴尼亚共和国 | Tirana 地拉那
Algeria; People's Democratic Republic of Algeria | 阿尔及利亚 | Algiers 阿尔及尔, Oran 奥兰
Andorra; Principality of Andorra | 安道尔 | Andorra la Vella 安道尔城
Angola; Republic of Angola | 安哥拉 | Luanda 罗安达
Argentina; Argentine Republic | 阿根廷; 阿根廷共和国 | Buenos Aires 布宜诺斯艾利斯, Córdoba 科尔多瓦,
    Rosario 罗萨里奥
Armenia; Republic of Armenia | 亚美尼亚 | Yerevan 埃里温
Australia; Commonwealth of Australia | 澳大利亚; 澳洲; 澳大利亚联邦 | Canberra 堪培拉, Sydney 悉尼,
    Melbourne 墨尔本, Brisbane 布里斯班, Perth 珀斯, Adelaide 阿德莱德, Hobart 霍巴特, Darwin 达尔文市,
    Tasmania 塔斯马尼亚, Queensland 昆士兰, New South Wales 新南威尔士
Austria; Republic of Austria | 奥地利; 奥地利共和国 | Vienna 维也纳, Salzburg 萨尔茨堡, Graz 格拉茨, Linz 林茨,
    Innsbruck 因斯布鲁克
Azerbaijan; Republic of Azerbaijan | 阿塞拜疆 | Baku 巴库
Bahamas; Commonwealth of the Bahamas | 巴哈马 | Nassau 拿骚
Bahrain; Kingdom of Bahrain | 巴林; 巴林王国 | Manama 麦纳麦
Bangladesh; People's Republic of Bangladesh | 孟加拉国; 孟加拉 | Dhaka 达卡, Chittagong 吉大港
Barbados | 巴巴多斯 | Bridgetown 布里奇敦
Belarus; Republic of Belarus | 白俄罗斯; 白俄罗斯共和国 | Minsk 明斯克
Belgium; Kingdom of Belgium | 比利时; 比利时王国 | Brussels 布鲁塞尔, Antwerp 安特卫普, Ghent 根特,
    Bruges 布鲁日, Liège 列日
Belize | 伯利兹 | Belmopan 贝尔莫潘
Benin; Republic of Benin | 贝宁 | Porto-Novo 波多诺伏, Cotonou 科托努
Bhutan; Kingdom of Bhutan | 不丹; 不丹王国 | Thimphu 廷布
Bolivia; Plurinational State of Bolivia | 玻利维亚 | La Paz 拉巴斯, Sucre 苏克雷
Bosnia and Herzegovina; Bosnia | 波黑; 波斯尼亚和黑塞哥维那; 波斯尼亚 | Sarajevo 萨拉热窝
Botswana; Republic of Botswana | 博茨瓦纳 | Gaborone 哈博罗内
Brazil; Federative Republic of Brazil | 巴西; 巴西联邦共和国 | Brasília 巴西利亚=Brasilia,
    São Paulo 圣保罗=Sao Paulo, Rio de Janeiro 里约热内卢, Salvador 萨尔瓦多市, Recife 累西腓
Brunei; Brunei Darussalam | 文莱; 文莱达鲁萨兰国 | Bandar Seri Begawan 斯里巴加湾市
Bulgaria; Republic of Bulgaria | 保加利亚; 保加利亚共和国 | Sofia 索非亚, Plovdiv 普罗夫迪夫, Varna 瓦尔纳
Burkina Faso | 布基纳法索 | Ouagadougou 瓦加杜古
Burundi; Republic of Burundi | 布隆迪 | Gitega 基特加, Bujumbura 布琼布拉
Cambodia; Kingdom of Cambodia | 柬埔寨; 柬埔寨王国 | Phnom Penh 金边, Siem Reap 暹粒
Cameroon; Republic of Cameroon | 喀麦隆 | Yaoundé 雅温得, Douala 杜阿拉
Canada | 加拿大 | Ottawa 渥太华, Toronto 多伦多, Montreal 蒙特利尔, Vancouver 温哥华, Calgary 卡尔加里,
    Edmonton 埃德蒙顿, Quebec City 魁北克市, Winnipeg 温尼伯, Halifax 哈利法克斯, Ontario 安大略,
    Quebec 魁北克省=魁北克, British Columbia 不列颠哥伦比亚, Alberta 艾伯塔, Nova Scotia 新斯科舍
Cape Verde; Cabo Verde | 佛得角 | Praia 普拉亚
Central African Republic | 中非共和国 | Bangui 班吉
Chad; Republic of Chad | 乍得 | N'Djamena 恩贾梅纳
Chile; Republic of Chile | 智利; 智利共和国 | Santiago 圣地亚哥, Valparaíso 瓦尔帕莱索
China; People's Republic of China; PRC; P.R.C. | 中国; 中华人民共和国; 中國 | Hong Kong 香港, Macau 澳门=Macao
Colombia; Republic of Colombia | 哥伦比亚; 哥伦比亚共和国 | Bogotá 波哥大=Bogota, Medellín 麦德林, Cali 卡利
Comoros | 科摩罗 | Moroni 莫罗尼
Democratic Republic of the Congo; DR Congo; DRC; Zaire | 刚果民主共和国; 刚果（金）; 刚果(金) |
    Kinshasa 金沙萨, Goma 戈马
Republic of the Congo; Congo-Brazzaville | 刚果共和国; 刚果（布）; 刚果(布) | Brazzaville 布拉柴维尔
Costa Rica; Republic of Costa Rica | 哥斯达黎加 | San Jose 圣何塞=San José
Croatia; Republic of Croatia | 克罗地亚; 克罗地亚共和国 | Zagreb 萨格勒布, Split 斯普利特市,
    Dubrovnik 杜布罗夫尼克
Cuba; Republic of Cuba | 古巴; 古巴共和国 | Havana 哈瓦那
Cyprus; Republic of Cyprus | 塞浦路斯 | Nicosia 尼科西亚, Limassol 利马索尔
Czechia; Czech Republic; the Czech Republic | 捷克; 捷克共和国 | Prague 布拉格, Brno 布尔诺, Ostrava 俄斯特拉发
Denmark; Kingdom of Denmark | 丹麦; 丹麦王国 | Copenhagen 哥本哈根, Aarhus 奥胡斯, Odense 欧登塞
Djibouti | 吉布提 |
Dominica | 多米尼克 | Roseau 罗索
Dominican Republic | 多米尼加; 多米尼加共和国 | Santo Domingo 圣多明各
East Timor; Timor-Leste | 东帝汶 | Dili 帝力
Ecuador; Republic of Ecuador | 厄瓜多尔 | Quito 基多, Guayaquil 瓜亚基尔
Egypt; Arab Republic of Egypt | 埃及; 阿拉伯埃及共和国 | Cairo 开罗, Alexandria 亚历山大港, Giza 吉萨,
    Luxor 卢克索
El Salvador | 萨尔瓦多 | San Salvador 圣萨尔瓦多
Equatorial Guinea | 赤道几内亚 | Malabo 马拉博
Eritrea | 厄立特里亚 | Asmara 阿斯马拉
Estonia; Republic of Estonia | 爱沙尼亚 | Tallinn 塔林, Tartu 塔尔图
Eswatini; Swaziland | 斯威士兰 | Mbabane 姆巴巴内
Ethiopia; Federal Democratic Republic of Ethiopia | 埃塞俄比亚 | Addis Ababa 亚的斯亚贝巴
Fiji; Republic of Fiji | 斐济 | Suva 苏瓦
Finland; Republic of Finland | 芬兰; 芬兰共和国 | Helsinki 赫尔辛基, Tampere 坦佩雷, Turku 图尔库,
    Espoo 埃斯波, Oulu 奥卢
France; French Republic | 法国; 法兰西共和国; 法兰西 | Paris 巴黎, Lyon 里昂=Lyons, Marseille 马赛=Marseilles,
    Toulouse 图卢兹, Nice 尼斯, Bordeaux 波尔多, Lille 里尔, Strasbourg 斯特拉斯堡, Nantes 南特,
    Normandy 诺曼底, Brittany 布列塔尼, Provence 普罗旺斯
Gabon | 加蓬 | Libreville 利伯维尔
Gambia; The Gambia | 冈比亚 | Banjul 班珠尔
Georgia | 格鲁吉亚 | Tbilisi 第比利斯, Batumi 巴统
Germany; Federal Republic of Germany | 德国; 德意志联邦共和国; 联邦德国 | Berlin 柏林, Munich 慕尼黑,
    Hamburg 汉堡市, Frankfurt 法兰克福, Cologne 科隆, Stuttgart 斯图加特, Leipzig 莱比锡, Dresden 德累斯顿,
    Düsseldorf 杜塞尔多夫, Hanover 汉诺威, Bremen 不来梅, Nuremberg 纽伦堡, Bonn 波恩, Bavaria 巴伐利亚,
    Saxony 萨克森
Ghana; Republic of Ghana | 加纳 | Accra 阿克拉, Kumasi 库马西
Greece; Hellenic Republic | 希腊; 希腊共和国 | Athens 雅典, Thessaloniki 塞萨洛尼基
Grenada | 格林纳达 |
Guatemala; Republic of Guatemala | 危地马拉 | Guatemala City 危地马拉城
Guinea; Republic of Guinea | 几内亚 | Conakry 科纳克里
Guinea-Bissau | 几内亚比绍 | Bissau 比绍
Guyana | 圭亚那 | Georgetown 乔治敦
Haiti; Republic of Haiti | 海地 | Port-au-Prince 太子港
Honduras; Republic of Honduras | 洪都拉斯 | Tegucigalpa 特古西加尔巴
Hungary | 匈牙利 | Budapest 布达佩斯, Debrecen 德布勒森
Iceland; Republic of Iceland | 冰岛; 冰岛共和国 | Reykjavik 雷克雅未克
India; Republic of India | 印度; 印度共和国 | New Delhi 新德里, Delhi 德里邦=德里, Mumbai 孟买=Bombay,
    Kolkata 加尔各答=Calcutta, Chennai 金奈=Madras, Bangalore 班加罗尔=Bengaluru, Hyderabad 海得拉巴,
    Pune 浦那, Ahmedabad 艾哈迈达巴德
Indonesia; Republic of Indonesia | 印度尼西亚; 印尼; 印度尼西亚共和国 | Jakarta 雅加达, Surabaya 泗水,
    Bandung 万隆, Bali 巴厘岛, Sumatra 苏门答腊, Java 爪哇岛
Iran; Islamic Republic of Iran; Persia | 伊朗; 伊朗伊斯兰共和国; 波斯 | Tehran 德黑兰, Isfahan 伊斯法罕,
    Mashhad 马什哈德
Iraq; Republic of Iraq | 伊拉克; 伊拉克共和国 | Baghdad 巴格达, Basra 巴士拉, Mosul 摩苏尔
Ireland; Republic of Ireland; Éire | 爱尔兰; 爱尔兰共和国 | Dublin 都柏林, Cork 科克, Galway 戈尔韦,
    Limerick 利默里克
Israel; State of Israel | 以色列; 以色列国 | Tel Aviv 特拉维夫, Haifa 海法
Italy; Italian Republic | 意大利; 意大利共和国 | Rome 罗马, Milan 米兰, Naples 那不勒斯, Turin 都灵,
    Florence 佛罗伦萨, Venice 威尼斯, Bologna 博洛尼亚, Genoa 热那亚, Palermo 巴勒莫, Sicily 西西里,
    Sardinia 撒丁岛, Tuscany 托斯卡纳
Ivory Coast; Côte d'Ivoire; Cote d'Ivoire | 科特迪瓦; 象牙海岸 | Yamoussoukro 亚穆苏克罗, Abidjan 阿比让
Jamaica | 牙买加 | Kingston 金斯敦
Japan | 日本; 日本国 | Tokyo 东京, Osaka 大阪, Kyoto 京都, Nagoya 名古屋, Yokohama 横滨, Kobe 神户,
    Sapporo 札幌, Fukuoka 福冈, Hiroshima 广岛, Nagasaki 长崎, Sendai 仙台, Hokkaido 北海道, Okinawa 冲绳
Jordan; Hashemite Kingdom of Jordan | 约旦; 约旦哈希姆王国 | Amman 安曼
Kazakhstan; Republic of Kazakhstan | 哈萨克斯坦; 哈萨克斯坦共和国 | Astana 阿斯塔纳, Almaty 阿拉木图
Kenya; Republic of Kenya | 肯尼亚; 肯尼亚共和国 | Nairobi 内罗毕, Mombasa 蒙巴萨
Kosovo | 科索沃 | Pristina 普里什蒂纳
Kuwait; State of Kuwait | 科威特; 科威特国 | Kuwait City 科威特城
Kyrgyzstan; Kyrgyz Republic | 吉尔吉斯斯坦; 吉尔吉斯共和国 | Bishkek 比什凯克
Laos; Lao People's Democratic Republic | 老挝; 老挝人民民主共和国; 寮国 | Vientiane 万象, Luang Prabang 琅勃拉邦
Latvia; Republic of Latvia | 拉脱维亚 | Riga 里加
Lebanon; Lebanese Republic | 黎巴嫩; 黎巴嫩共和国 | Beirut 贝鲁特
Lesotho; Kingdom of Lesotho | 莱索托 | Maseru 马塞卢
Liberia; Republic of Liberia | 利比里亚 | Monrovia 蒙罗维亚
Libya; State of Libya | 利比亚 | Tripoli 的黎波里, Benghazi 班加西
Liechtenstein; Principality of Liechtenstein | 列支敦士登 | Vaduz 瓦杜兹
Lithuania; Republic of Lithuania | 立陶宛 | Vilnius 维尔纽斯, Kaunas 考纳斯
Luxembourg; Grand Duchy of Luxembourg | 卢森堡; 卢森堡大公国 |
Madagascar; Republic of Madagascar | 马达加斯加 | Antananarivo 塔那那利佛
Malawi; Republic of Malawi | 马拉维 | Lilongwe 利隆圭
Malaysia | 马来西亚 | Kuala Lumpur 吉隆坡, Penang 槟城, Johor Bahru 新山, Sabah 沙巴, Sarawak 砂拉越
Maldives; Republic of Maldives | 马尔代夫 | Malé 马累
Mali; Republic of Mali | 马里; 马里共和国 | Bamako 巴马科, Timbuktu 廷巴克图
Malta; Republic of Malta | 马耳他 | Valletta 瓦莱塔
Mauritania | 毛里塔尼亚 | Nouakchott 努瓦克肖特
Mauritius; Republic of Mauritius | 毛里求斯 | Port Louis 路易港
Mexico; United Mexican States | 墨西哥; 墨西哥合众国 | Mexico City 墨西哥城, Guadalajara 瓜达拉哈拉,
    Monterrey 蒙特雷, Cancún 坎昆
Moldova; Republic of Moldova | 摩尔多瓦 | Chișinău 基希讷乌=Chisinau
Monaco; Principality of Monaco | 摩纳哥; 摩纳哥公国 |
Mongolia | 蒙古国; 蒙古 | Ulaanbaatar 乌兰巴托=Ulan Bator
Montenegro | 黑山; 黑山共和国 | Podgorica 波德戈里察
Morocco; Kingdom of Morocco | 摩洛哥; 摩洛哥王国 | Rabat 拉巴特, Casablanca 卡萨布兰卡, Marrakesh 马拉喀什,
    Fez 非斯
Mozambique; Republic of Mozambique | 莫桑比克 | Maputo 马普托
Myanmar; Burma; Republic of the Union of Myanmar | 缅甸; 缅甸联邦共和国 | Naypyidaw 内比都,
    Yangon 仰光=Rangoon, Mandalay 曼德勒
Namibia; Republic of Namibia | 纳米比亚 | Windhoek 温得和克
Nepal; Federal Democratic Republic of Nepal | 尼泊尔 | Kathmandu 加德满都, Pokhara 博卡拉
Netherlands; the Netherlands; Holland; Kingdom of the Netherlands | 荷兰; 荷兰王国; 尼德兰 |
    Amsterdam 阿姆斯特丹, Rotterdam 鹿特丹, The Hague 海牙, Utrecht 乌得勒支, Eindhoven 埃因霍温
New Zealand | 新西兰; 纽西兰 | Wellington 惠灵顿, Auckland 奥克兰, Christchurch 基督城
Nicaragua; Republic of Nicaragua | 尼加拉瓜 | Managua 马那瓜
Niger; Republic of the Niger | 尼日尔 | Niamey 尼亚美
Nigeria; Federal Republic of Nigeria | 尼日利亚; 尼日利亚联邦共和国 | Abuja 阿布贾, Lagos 拉各斯, Kano 卡诺
North Korea; Democratic People's Republic of Korea; DPRK | 朝鲜; 朝鲜民主主义人民共和国; 北朝鲜; 北韩 |
    Pyongyang 平壤
North Macedonia; Republic of North Macedonia | 北马其顿; 北马其顿共和国 | Skopje 斯科普里
Norway; Kingdom of Norway | 挪威; 挪威王国 | Oslo 奥斯陆, Bergen 卑尔根, Trondheim 特隆赫姆,
    Stavanger 斯塔万格, Tromsø 特罗姆瑟
Oman; Sultanate of Oman | 阿曼; 阿曼苏丹国 | Muscat 马斯喀特
Pakistan; Islamic Republic of Pakistan | 巴基斯坦; 巴基斯坦伊斯兰共和国 | Islamabad 伊斯兰堡, Karachi 卡拉奇,
    Lahore 拉合尔, Peshawar 白沙瓦
Palestine; State of Palestine | 巴勒斯坦; 巴勒斯坦国 | Ramallah 拉姆安拉, Gaza 加沙
Panama; Republic of Panama | 巴拿马; 巴拿马共和国 | Panama City 巴拿马城
Papua New Guinea | 巴布亚新几内亚; 巴新 | Port Moresby 莫尔兹比港
Paraguay; Republic of Paraguay | 巴拉圭 | Asunción 亚松森=Asuncion
Peru; Republic of Peru | 秘鲁; 秘鲁共和国 | Lima 利马, Cusco 库斯科
Philippines; the Philippines; Republic of the Philippines | 菲律宾; 菲律宾共和国 | Manila 马尼拉,
    Quezon City 奎松城, Cebu 宿务, Davao 达沃
Poland; Republic of Poland | 波兰; 波兰共和国 | Warsaw 华沙, Kraków 克拉科夫=Krakow=Cracow,
    Gdańsk 格但斯克=Gdansk, Wrocław 弗罗茨瓦夫, Łódź 罗兹, Poznań 波兹南
Portugal; Portuguese Republic | 葡萄牙; 葡萄牙共和国 | Lisbon 里斯本, Porto 波尔图
Qatar; State of Qatar | 卡塔尔; 卡塔尔国 | Doha 多哈
Romania | 罗马尼亚 | Bucharest 布加勒斯特, Cluj-Napoca 克卢日
Russia; Russian Federation | 俄罗斯; 俄罗斯联邦; 俄国 | Moscow 莫斯科,
    Saint Petersburg 圣彼得堡=St. Petersburg=St Petersburg, Novosibirsk 新西伯利亚,
    Vladivostok 符拉迪沃斯托克=海参崴, Kazan 喀山, Yekaterinburg 叶卡捷琳堡, Sochi 索契, Siberia 西伯利亚
Rwanda; Republic of Rwanda | 卢旺达; 卢旺达共和国 | Kigali 基加利
Samoa | 萨摩亚 | Apia 阿皮亚
San Marino | 圣马力诺 |
Saudi Arabia; Kingdom of Saudi Arabia; KSA | 沙特阿拉伯; 沙特; 沙特阿拉伯王国 | Riyadh 利雅得, Jeddah 吉达,
    Mecca 麦加, Medina 麦地那
Senegal; Republic of Senegal | 塞内加尔 | Dakar 达喀尔
Serbia; Republic of Serbia | 塞尔维亚; 塞尔维亚共和国 | Belgrade 贝尔格莱德, Novi Sad 诺维萨德
Seychelles | 塞舌尔 |
Sierra Leone | 塞拉利昂 | Freetown 弗里敦
Singapore; Republic of Singapore | 新加坡; 新加坡共和国 |
Slovakia; Slovak Republic | 斯洛伐克; 斯洛伐克共和国 | Bratislava 布拉迪斯拉发, Košice 科希策
Slovenia; Republic of Slovenia | 斯洛文尼亚 | Ljubljana 卢布尔雅那
Somalia; Federal Republic of Somalia | 索马里 | Mogadishu 摩加迪沙
South Africa; Republic of South Africa | 南非; 南非共和国 | Pretoria 比勒陀利亚, Cape Town 开普敦,
    Johannesburg 约翰内斯堡, Durban 德班
South Korea; Republic of Korea; ROK | 韩国; 大韩民国; 南韩; 南朝鲜 | Seoul 首尔=汉城, Busan 釜山, Incheon 仁川,
    Daegu 大邱, Daejeon 大田市
South Sudan; Republic of South Sudan | 南苏丹 | Juba 朱巴
Spain; Kingdom of Spain | 西班牙; 西班牙王国 | Madrid 马德里, Barcelona 巴塞罗那, Seville 塞维利亚,
    Valencia 巴伦西亚=瓦伦西亚, Bilbao 毕尔巴鄂, Málaga 马拉加, Zaragoza 萨拉戈萨, Catalonia 加泰罗尼亚,
    Andalusia 安达卢西亚
Sri Lanka; Democratic Socialist Republic of Sri Lanka; Ceylon | 斯里兰卡; 锡兰 | Colombo 科伦坡, Kandy 康提
Sudan; Republic of the Sudan | 苏丹; 苏丹共和国 | Khartoum 喀土穆
Suriname | 苏里南 | Paramaribo 帕拉马里博
Sweden; Kingdom of Sweden | 瑞典; 瑞典王国 | Stockholm 斯德哥尔摩, Gothenburg 哥德堡, Malmö 马尔默=Malmo,
    Uppsala 乌普萨拉
Switzerland; Swiss Confederation | 瑞士; 瑞士联邦 | Bern 伯尔尼=Berne, Zurich 苏黎世=Zürich, Geneva 日内瓦,
    Basel 巴塞尔, Lausanne 洛桑, Lucerne 卢塞恩, Davos 达沃斯
Syria; Syrian Arab Republic | 叙利亚; 阿拉伯叙利亚共和国 | Damascus 大马士革, Aleppo 阿勒颇, Homs 霍姆斯
Taiwan | 台湾; 臺灣 |
Tajikistan; Republic of Tajikistan | 塔吉克斯坦 | Dushanbe 杜尚别
Tanzania; United Republic of Tanzania | 坦桑尼亚; 坦桑尼亚联合共和国 | Dodoma 多多马,
    Dar es Salaam 达累斯萨拉姆, Zanzibar 桑给巴尔
Thailand; Kingdom of Thailand; Siam | 泰国; 泰王国; 暹罗 | Bangkok 曼谷, Chiang Mai 清迈, Phuket 普吉岛
Togo; Togolese Republic | 多哥 | Lomé 洛美
Tonga; Kingdom of Tonga | 汤加 | Nukuʻalofa 努库阿洛法
Trinidad and Tobago | 特立尼达和多巴哥 | Port of Spain 西班牙港
Tunisia; Republic of Tunisia | 突尼斯; 突尼斯共和国 | Tunis 突尼斯市
Turkey; Türkiye; Republic of Turkey; Republic of Türkiye | 土耳其; 土耳其共和国 | Ankara 安卡拉,
    Istanbul 伊斯坦布尔, Izmir 伊兹密尔, Antalya 安塔利亚
Turkmenistan | 土库曼斯坦 | Ashgabat 阿什哈巴德
Uganda; Republic of Uganda | 乌干达; 乌干达共和国 | Kampala 坎帕拉
Ukraine | 乌克兰 | Kyiv 基辅=Kiev, Kharkiv 哈尔科夫=Kharkov, Odesa 敖德萨=Odessa, Lviv 利沃夫, Crimea 克里米亚
United Arab Emirates; UAE; U.A.E.; the Emirates | 阿联酋; 阿拉伯联合酋长国 | Abu Dhabi 阿布扎比, Dubai 迪拜,
    Sharjah 沙迦
United Kingdom; UK; U.K.; Great Britain; Britain; United Kingdom of Great Britain and Northern Ireland | 英国;
    大不列颠及北爱尔兰联合王国; 大不列颠; 联合王国 | England 英格兰, Scotland 苏格兰, Wales 威尔士,
    Northern Ireland 北爱尔兰
United States; US; USA; U.S.; U.S.A.; United States of America; the States; America | 美国; 美利坚合众国;
    美利坚 | Puerto Rico 波多黎各, New York City 纽约市=纽约=New York=NYC,
    Washington DC 华盛顿特区=华盛顿=Washington=Washington D.C.
Uruguay; Oriental Republic of Uruguay | 乌拉圭 | Montevideo 蒙得维的亚
Uzbekistan; Republic of Uzbekistan | 乌兹别克斯坦; 乌兹别克斯坦共和国 | Tashkent 塔什干, Samarkand 撒马尔罕,
    Bukhara 布哈拉
Vatican City; Holy See; Vatican | 梵蒂冈; 梵蒂冈城国 |
Venezuela; Bolivarian Republic of Venezuela | 委内瑞拉; 委内瑞拉玻利瓦尔共和国 | Caracas 加拉加斯,
    Maracaibo 马拉开波
Vietnam; Viet Nam; Socialist Republic of Vietnam | 越南; 越南社会主义共和国 | Hanoi 河内,
    Ho Chi Minh City 胡志明市=Saigon=西贡, Da Nang 岘港, Hue 顺化
Yemen; Republic of Yemen | 也门; 也门共和国 | Sanaa 萨那, Aden 亚丁
Zambia; Republic of Zambia | 赞比亚; 赞比亚共和国 | Lusaka 卢萨卡
Zimbabwe; Republic of Zimbabwe | 津巴布韦; 津巴布韦共和国 | Harare 哈拉雷, Bulawayo 布拉瓦约
Soviet Union; USSR; U.S.S.R.; Union of Soviet Socialist Republics | 苏联; 苏维埃社会主义共和国联盟 |
Yugoslavia | 南斯拉夫 |
Czechoslovakia | 捷克斯洛伐克 |
East Germany; German Democratic Republic; GDR | 东德; 民主德国; 德意志民主共和国 |
West Germany | 西德 |
Ottoman Empire | 奥斯曼帝国 |
"""
"""Sovereign countries, some that are no more, and what else is counted as a country in sport and statistics."""

PARTS = """
England | 英格兰 | London 伦敦, Manchester 曼彻斯特, Liverpool 利物浦, Leeds 利兹, Bristol 布里斯托尔,
    Sheffield 谢菲尔德, Newcastle 纽卡斯尔, Nottingham 诺丁汉, Oxford 牛津, Cambridge 剑桥, York 约克,
    Southampton 南安普顿, Birmingham 伯明翰, Cornwall 康沃尔, Yorkshire 约克郡
Scotland | 苏格兰 | Edinburgh 爱丁堡, Glasgow 格拉斯哥, Aberdeen 阿伯丁, Dundee 邓迪
Wales | 威尔士 | Cardiff 加的夫=卡迪夫, Swansea 斯旺西
Northern Ireland | 北爱尔兰 | Belfast 贝尔法斯特, Derry 伦敦德里
California | 加利福尼亚; 加利福尼亚州; 加州 | Los Angeles 洛杉矶, San Francisco 旧金山=三藩市,
    San Diego 圣迭戈, Sacramento 萨克拉门托, Oakland 奥克兰（加州）, Palo Alto 帕洛阿尔托, Mountain View 山景城,
    Cupertino 库比蒂诺, Berkeley 伯克利, San Jose 圣何塞, Silicon Valley 硅谷, Hollywood 好莱坞
New York State | 纽约州 | New York City 纽约市=纽约=New York=NYC, Buffalo 布法罗, Albany 奥尔巴尼,
    Manhattan 曼哈顿, Brooklyn 布鲁克林
Texas | 得克萨斯; 得克萨斯州; 得州; 德州 | Houston 休斯敦, Dallas 达拉斯, Austin 奥斯汀,
    San Antonio 圣安东尼奥, El Paso 埃尔帕索
Florida | 佛罗里达; 佛罗里达州 | Miami 迈阿密, Orlando 奥兰多, Tampa 坦帕, Jacksonville 杰克逊维尔
Illinois | 伊利诺伊; 伊利诺伊州 | Chicago 芝加哥
Massachusetts | 马萨诸塞; 马萨诸塞州; 麻省 | Boston 波士顿, Cambridge 剑桥
Washington State | 华盛顿州 | Seattle 西雅图, Redmond 雷德蒙德, Spokane 斯波坎
Pennsylvania | 宾夕法尼亚; 宾夕法尼亚州; 宾州 | Philadelphia 费城, Pittsburgh 匹兹堡
Michigan | 密歇根; 密歇根州 | Detroit 底特律
Ohio | 俄亥俄; 俄亥俄州 | Cleveland 克利夫兰, Columbus 哥伦布市, Cincinnati 辛辛那提
Colorado | 科罗拉多; 科罗拉多州 | Denver 丹佛
Nevada | 内华达; 内华达州 | Las Vegas 拉斯维加斯
Arizona | 亚利桑那; 亚利桑那州 | Phoenix 菲尼克斯=凤凰城, Tucson 图森
Oregon | 俄勒冈; 俄勒冈州 | Portland 波特兰
Minnesota | 明尼苏达; 明尼苏达州 | Minneapolis 明尼阿波利斯
Louisiana | 路易斯安那; 路易斯安那州 | New Orleans 新奥尔良
Tennessee | 田纳西; 田纳西州 | Nashville 纳什维尔, Memphis 孟菲斯
Maryland | 马里兰; 马里兰州 | Baltimore 巴尔的摩
Wisconsin | 威斯康星; 威斯康星州 | Milwaukee 密尔沃基
Utah | 犹他; 犹他州 | Salt Lake City 盐湖城
Missouri | 密苏里; 密苏里州 | St. Louis 圣路易斯, Kansas City 堪萨斯城
Hawaii | 夏威夷; 夏威夷州 | Honolulu 檀香山=火奴鲁鲁
Alaska | 阿拉斯加; 阿拉斯加州 | Anchorage 安克雷奇
Alabama | 亚拉巴马; 亚拉巴马州 | Birmingham 伯明翰
New Jersey | 新泽西; 新泽西州 | Newark 纽瓦克
New Mexico | 新墨西哥; 新墨西哥州 | Albuquerque 阿尔伯克基
North Carolina | 北卡罗来纳; 北卡罗来纳州; 北卡 | Charlotte 夏洛特, Raleigh 罗利
South Carolina | 南卡罗来纳; 南卡罗来纳州; 南卡 | Charleston 查尔斯顿
Virginia | 弗吉尼亚; 弗吉尼亚州 | Richmond 里士满
West Virginia | 西弗吉尼亚; 西弗吉尼亚州 |
Kentucky | 肯塔基; 肯塔基州 | Louisville 路易斯维尔
Indiana | 印第安纳; 印第安纳州 | Indianapolis 印第安纳波利斯
Iowa | 艾奥瓦; 艾奥瓦州 | Des Moines 得梅因
Kansas | 堪萨斯; 堪萨斯州 | Wichita 威奇托
Oklahoma | 俄克拉何马; 俄克拉何马州 | Oklahoma City 俄克拉何马城
Connecticut | 康涅狄格; 康涅狄格州 | Hartford 哈特福德
Maine | 缅因; 缅因州 | Portland 波特兰
Vermont | 佛蒙特; 佛蒙特州 |
Montana | 蒙大拿; 蒙大拿州 |
Nebraska | 内布拉斯加; 内布拉斯加州 | Omaha 奥马哈
Idaho | 爱达荷; 爱达荷州 |
Wyoming | 怀俄明; 怀俄明州 |
Arkansas | 阿肯色; 阿肯色州 | Little Rock 小石城
Mississippi | 密西西比; 密西西比州 |
Rhode Island | 罗得岛; 罗得岛州 |
Delaware | 特拉华; 特拉华州 |
Beijing; Peking | 北京; 北京市 |
Shanghai | 上海; 上海市 |
Tianjin | 天津; 天津市 |
Chongqing | 重庆; 重庆市 |
Guangdong | 广东; 广东省 | Guangzhou 广州=Canton, Shenzhen 深圳, Zhuhai 珠海, Dongguan 东莞, Foshan 佛山,
    Shantou 汕头, Huizhou 惠州, Zhongshan 中山市
Zhejiang | 浙江; 浙江省 | Hangzhou 杭州, Ningbo 宁波, Wenzhou 温州, Shaoxing 绍兴, Jiaxing 嘉兴, Jinhua 金华,
    Yiwu 义乌, Taizhou 台州
Jiangsu | 江苏; 江苏省 | Nanjing 南京=Nanking, Suzhou 苏州, Wuxi 无锡, Xuzhou 徐州, Nantong 南通,
    Changzhou 常州, Yangzhou 扬州
Sichuan | 四川; 四川省 | Chengdu 成都, Mianyang 绵阳, Leshan 乐山, Yibin 宜宾
Hubei | 湖北; 湖北省 | Wuhan 武汉, Yichang 宜昌, Xiangyang 襄阳, Jingzhou 荆州
Hunan | 湖南; 湖南省 | Changsha 长沙, Zhuzhou 株洲, Xiangtan 湘潭, Yueyang 岳阳
Henan | 河南; 河南省 | Zhengzhou 郑州, Luoyang 洛阳, Kaifeng 开封, Anyang 安阳
Hebei | 河北; 河北省 | Shijiazhuang 石家庄, Tangshan 唐山, Baoding 保定, Qinhuangdao 秦皇岛
Shandong | 山东; 山东省 | Jinan 济南, Qingdao 青岛, Yantai 烟台, Weifang 潍坊, Zibo 淄博, Weihai 威海
Shanxi | 山西; 山西省 | Taiyuan 太原, Datong 大同市
Shaanxi | 陕西; 陕西省 | Xi'an 西安=Xian, Yan'an 延安, Baoji 宝鸡
Liaoning | 辽宁; 辽宁省 | Shenyang 沈阳, Dalian 大连, Anshan 鞍山
Jilin | 吉林; 吉林省 | Changchun 长春
Heilongjiang | 黑龙江; 黑龙江省 | Harbin 哈尔滨, Daqing 大庆, Qiqihar 齐齐哈尔
Anhui | 安徽; 安徽省 | Hefei 合肥, Wuhu 芜湖, Huangshan 黄山市
Fujian | 福建; 福建省 | Fuzhou 福州, Xiamen 厦门=Amoy, Quanzhou 泉州
Jiangxi | 江西; 江西省 | Nanchang 南昌, Jiujiang 九江, Jingdezhen 景德镇, Ganzhou 赣州
Yunnan | 云南; 云南省 | Kunming 昆明, Dali 大理, Lijiang 丽江
Guizhou | 贵州; 贵州省 | Guiyang 贵阳, Zunyi 遵义
Gansu | 甘肃; 甘肃省 | Lanzhou 兰州, Dunhuang 敦煌, Jiuquan 酒泉
Qinghai | 青海; 青海省 | Xining 西宁
Hainan | 海南; 海南省 | Haikou 海口, Sanya 三亚
Guangxi | 广西; 广西壮族自治区 | Nanning 南宁, Guilin 桂林, Liuzhou 柳州
Inner Mongolia | 内蒙古; 内蒙古自治区 | Hohhot 呼和浩特, Baotou 包头
Ningxia | 宁夏; 宁夏回族自治区 | Yinchuan 银川
Xinjiang | 新疆; 新疆维吾尔自治区 | Urumqi 乌鲁木齐, Kashgar 喀什
Tibet | 西藏; 西藏自治区 | Lhasa 拉萨
"""
"""Parts of the United Kingdom, of the United States and of China, with their towns."""
