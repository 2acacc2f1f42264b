"""Small lists of well-known English names and of the words that tell a name's type. Facts, in no one's
wording.
"""

from __future__ import annotations


def _names(lines: str) -> frozenset[str]:
    """One name a comma; white space is folded."""
    return frozenset(" ".join(name.split()) for name in lines.split(",") if name.strip())


PLACES = _names(
    """
    Afghanistan, Albania, Algeria, Andorra, Angola, Argentina, Armenia, Australia, Austria, Azerbaijan,
    Bahamas, Bahrain, Bangladesh, Barbados, Belarus, Belgium, Belize, Benin, Bhutan, Bolivia, Bosnia,
    Botswana, Brazil, Brunei, Bulgaria, Burkina Faso, Burma, Burundi, Cambodia, Cameroon, Canada,
    Cape Verde, Chad, Chile, China, Colombia, Comoros, Congo, Costa Rica, Croatia, Cuba, Cyprus, Czechia,
    Czech Republic, Denmark, Djibouti, Dominica, Dominican Republic, East Timor, Ecuador, Egypt,
    El Salvador, England, Eritrea, Estonia, Eswatini, Ethiopia, Fiji, Finland, France, Gabon, Gambia,
    Germany, Ghana, Greece, Greenland, Grenada, Guatemala, Guinea, Guyana, Haiti, Honduras, Hong Kong,
    Hungary, Iceland, India, Indonesia, Iran, Iraq, Ireland, Israel, Italy, Ivory Coast, Jamaica, Japan,
    Kazakhstan, Kenya, Kosovo, Kuwait, Kyrgyzstan, Laos, Latvia, Lebanon, Lesotho, Liberia, Libya,
    Liechtenstein, Lithuania, Luxembourg, Macau, Macedonia, North Macedonia, Madagascar, Malawi, Malaysia,
    Maldives, Mali, Malta, Mauritania, Mauritius, Mexico, Moldova, Monaco, Mongolia, Montenegro, Morocco,
    Mozambique, Myanmar, Namibia, Nauru, Nepal, Netherlands, New Zealand, Nicaragua, Niger, Nigeria,
    North Korea, Northern Ireland, Norway, Oman, Pakistan, Palau, Palestine, Panama, Papua New Guinea,
    Paraguay, Peru, Philippines, Poland, Portugal, Puerto Rico, Qatar, Romania, Russia, Rwanda, Samoa,
    San Marino, Saudi Arabia, Scotland, Senegal, Serbia, Seychelles, Sierra Leone, Singapore, Slovakia,
    Slovenia, Somalia, South Africa, South Korea, South Sudan, Soviet Union, Spain, Sri Lanka, Sudan,
    Suriname, Swaziland, Sweden, Switzerland, Syria, Taiwan, Tajikistan, Tanzania, Thailand, Tibet, Togo,
    Tonga, Trinidad, Tunisia, Turkey, Turkmenistan, Tuvalu, Uganda, Ukraine, United Arab Emirates,
    United Kingdom, United States, United States of America, Great Britain, Britain, Uruguay, Uzbekistan,
    Vanuatu, Vatican City, Venezuela, Vietnam, Wales, Yemen, Yugoslavia, Zambia, Zimbabwe, US, USA, U.S.,
    U.S.A., UK, U.K., UAE, USSR, EU, Alabama, Alaska, Arizona, Arkansas, California, Colorado,
    Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky,
    Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana,
    Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio,
    Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah,
    Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming, Washington D.C., Washington DC,
    Ontario, Quebec, Alberta, British Columbia, Nova Scotia, Queensland, Victoria, Tasmania, Bavaria,
    Saxony, Catalonia, Andalusia, Sicily, Sardinia, Normandy, Brittany, Provence, Crimea, Siberia,
    Kashmir, Punjab, Bengal, Africa, Asia, Europe, America, North America, South America, Latin America,
    Antarctica, Oceania, Scandinavia, Balkans, Caribbean, Middle East, Atlantic, Pacific, Mediterranean,
    Arctic, Amazonia, Manchuria, Abu Dhabi, Accra, Addis Ababa, Algiers, Amman, Amsterdam, Ankara,
    Antwerp, Athens, Atlanta, Auckland, Austin, Baghdad, Bangkok, Barcelona, Basel, Beijing, Beirut,
    Belfast, Belgrade, Berlin, Bern, Birmingham, Bogota, Bologna, Bombay, Bordeaux, Boston, Brasilia,
    Bratislava, Brisbane, Bristol, Brooklyn, Brussels, Bucharest, Budapest, Buenos Aires, Cairo, Calcutta,
    Cambridge, Canberra, Cape Town, Caracas, Cardiff, Casablanca, Chengdu, Chicago, Chongqing, Cleveland,
    Cologne, Colombo, Copenhagen, Dakar, Dallas, Damascus, Delhi, Denver, Detroit, Dhaka, Doha, Dresden,
    Dubai, Dublin, Edinburgh, Florence, Frankfurt, Geneva, Genoa, Glasgow, Guangzhou, Hamburg, Hangzhou,
    Hanoi, Harare, Havana, Helsinki, Hiroshima, Hollywood, Honolulu, Houston, Istanbul, Jakarta,
    Jerusalem, Johannesburg, Kabul, Karachi, Kathmandu, Kharkiv, Khartoum, Kiev, Kyiv, Kinshasa, Krakow,
    Kuala Lumpur, Kyoto, Lagos, Lahore, La Paz, Las Vegas, Leeds, Leipzig, Lima, Lisbon, Liverpool,
    London, Los Angeles, Lyon, Madrid, Manchester, Manhattan, Manila, Marseille, Mecca, Melbourne,
    Memphis, Mexico City, Miami, Milan, Minneapolis, Minsk, Mogadishu, Montevideo, Montreal, Moscow,
    Mumbai, Munich, Nagasaki, Nairobi, Nanjing, Naples, Nashville, New Delhi, New Orleans, New York City,
    Nice, Nicosia, Oakland, Odessa, Osaka, Oslo, Ottawa, Oxford, Palermo, Panama City, Paris, Perth,
    Philadelphia, Phoenix, Pittsburgh, Portland, Porto, Prague, Pretoria, Pyongyang, Quito, Rangoon,
    Reykjavik, Riga, Rio de Janeiro, Riyadh, Rome, Rotterdam, Sacramento, Saigon, Salt Lake City,
    San Antonio, San Diego, San Francisco, San Jose, Santiago, Sao Paulo, São Paulo, Sarajevo, Seattle,
    Seoul, Seville, Shanghai, Shenzhen, Silicon Valley, Sofia, Stockholm, Strasbourg, Stuttgart, Sydney,
    Taipei, Tallinn, Tampa, Tashkent, Tbilisi, Tehran, Tel Aviv, The Hague, Tianjin, Tokyo, Toronto,
    Toulouse, Tripoli, Tunis, Turin, Ulaanbaatar, Utrecht, Valencia, Vancouver, Venice, Vienna, Vilnius,
    Warsaw, Wellington, Wuhan, Xian, Yokohama, York, Zagreb, Zurich, Zürich, Baltimore, Cincinnati,
    Milwaukee, Sheffield
    """
)

ORGANISATIONS = _names(
    """
    UN, NATO, WHO, WTO, IMF, OECD, OPEC, UNESCO, UNICEF, ASEAN, NASA, ESA, FBI, CIA, NSA, FDA, EPA, SEC,
    FCC, FIFA, UEFA, IOC, NBA, NFL, NHL, MLB, MIT, BBC, CNN, NBC, CBS, ABC, HBO, IBM, AMD, BMW, SAP, HP,
    AT&T, KGB, IRA, ETA, PLO, EMI, RCA, MGM, United Nations, European Union, African Union,
    European Commission, World Bank, Red Cross, Apple, Google, Microsoft, Amazon, Facebook, Twitter,
    Intel, Nvidia, Oracle, Samsung, Sony, Toyota, Honda, Nissan, Boeing, Airbus, Tesla, OpenAI, Anthropic,
    DeepMind, Netflix, Disney, Nokia, Ericsson, Siemens, Volkswagen, Shell, Huawei, Tencent, Alibaba,
    Baidu, Xiaomi, Lenovo, Reuters, Walmart, Pfizer, Novartis, Congress, Parliament, Senate,
    Supreme Court, White House, Kremlin, Pentagon, Wikipedia, Debian, Mozilla, LinkedIn, YouTube,
    Instagram, GitHub, Interpol, Greenpeace, Al-Qaeda, Al Qaeda, Taliban, Hamas, Hezbollah, Enron, Yahoo,
    Cisco, Adobe, Spotify, Uber
    """
)

ORGANISATION_LAST = _names(
    """
    Academy, Administration, Agency, Airlines, Airways, Army, Assembly, Association, Associates,
    Authority, Bank, Bancorp, Board, Books, Brigade, Broadcasting, Brothers, Bureau, Business, Cathedral,
    Centre, Center, Chronicle, Church, Club, Co, Co., Coalition, College, Commission, Committee,
    Communications, Company, Confederation, Conservatory, Consortium, Corp, Corp., Corporation, Council,
    Court, Department, Energy, Enterprises, Entertainment, FC, Federation, Force, Forces, Forum,
    Foundation, Front, Fund, Gazette, GmbH, Government, Group, Guild, Herald, High School, Holdings,
    Hospital, Inc, Inc., Industries, Institute, Institution, Insurance, International, Journal,
    Laboratories, Laboratory, Labs, League, Library, Limited, LLC, LLP, Ltd, Ltd., Magazine, Media,
    Ministry, Motors, Movement, Museum, Navy, Network, Networks, News, Office, Opera, Orchestra,
    Organisation, Organization, Parliament, Partners, Party, Pharmaceuticals, Philharmonic, PLC, Plc,
    Police, Post, Press, Productions, Project, Publishing, Radio, Records, Regiment, Research, School,
    Seminary, Senate, Service, Services, Society, Software, Solutions, Squadron, Studio, Studios,
    Syndicate, Systems, Team, Technologies, Technology, Telegraph, Television, Theatre, Times, Tribune,
    Trust, Union, United, Universities, University, Ventures, Works, AG, SA, S.A., NV, SE, BV, AB
    """
)

ORGANISATION_HEADS = _names(
    """
    Academy, Agency, Archdiocese, Association, Bank, Board, Bureau, Chamber, Church, College, Commission,
    Committee, Confederation, Congress, Conservatory, Council, Court, Department, Diocese, Faculty,
    Federation, House, Institute, Institution, League, Library, Ministry, Museum, Office, Order,
    Organisation, Organization, Parliament, School, Secretariat, Society, Union, University, Bank
    """
)
"""Before "of" or "for": the whole phrase is one organisation."""

PLACE_HEADS = _names(
    """
    Bay, Cape, City, Commonwealth, County, District, Duchy, Emirate, Gulf, Isle, Islands, Isthmus,
    Kingdom, Port, Principality, Province, Region, Republic, Sea, State, States, Strait, Territory, Town,
    Valley, Village
    """
)
NAME_HEADS = _names(
    """
    Act, Battle, Bill, Book, Cathedral, Convention, Declaration, Day, Feast, Festival, Journal, Lord,
    Order, Peace, Siege, Statue, Temple, Tower, Treaty, War, Wars
    """
)
"""Before "of": the whole phrase is one name that is neither a place nor an organisation."""

PLACE_LAST = _names(
    """
    Airport, Alps, Archipelago, Avenue, Basin, Bay, Beach, Boulevard, Bridge, Canal, Canyon, Cape, Castle,
    City, Coast, County, Creek, Desert, District, Falls, Forest, Fort, Gardens, Glacier, Gulf, Harbor,
    Harbour, Heights, Hill, Hills, Island, Islands, Isle, Kingdom, Lake, Lakes, Mountain, Mountains,
    Oblast, Ocean, Palace, Park, Parish, Peak, Peninsula, Plain, Plains, Plateau, Plaza, Prefecture,
    Province, Reef, Region, Republic, Ridge, River, Road, Sea, Springs, Square, St., Station, Strait,
    Street, Territory, Town, Township, Valley, Village, Volcano
    """
)
PLACE_FIRST = _names(
    "St., Ft., Cape, Fort, Lake, Mount, Mt, Mt., Port, River, San, Santa, Isle, North, South, East, West"
)

PERSON_TITLES = _names(
    """
    Admiral, Ambassador, Archbishop, Attorney, Baron, Baroness, Bishop, Brother, Capt, Captain, Cardinal,
    Chairman, Chancellor, Chief, Coach, Col, Colonel, Commander, Congressman, Congresswoman, Countess,
    Dame, Deacon, Director, Dr, Duchess, Duke, Emperor, Empress, Father, Fr, Gen, General, Gov, Governor,
    Hon, Inspector, Judge, Justice, King, Lady, Lieutenant, Lord, Lt, Madame, Mayor, Miss, Minister, Mr,
    Mrs, Ms, Officer, Pastor, Pope, Premier, President, Prince, Princess, Prof, Professor, Queen, Rabbi,
    Rep, Representative, Rev, Reverend, Secretary, Sen, Senator, Sergeant, Sgt, Sheikh, Sheriff, Sir,
    Sister, Sultan, Tsar, Uncle, Aunt, Vice, Prime
    """
)

GIVEN_NAMES = _names(
    """
    Aaron, Abraham, Ada, Adam, Adrian, Agnes, Ahmed, Alan, Albert, Alex, Alexander, Alexandra, Alfred,
    Ali, Alice, Alison, Allen, Amanda, Amir, Amy, Ana, Andrea, Andreas, Andrew, Andy, Angela, Ann, Anna,
    Anne, Anthony, Antonio, Arnold, Arthur, Audrey, Barbara, Barack, Barry, Ben, Benjamin, Bernard, Betty,
    Bill, Bob, Bobby, Brad, Brandon, Brenda, Brian, Bruce, Bryan, Carl, Carla, Carlos, Carol, Caroline,
    Catherine, Charles, Charlie, Charlotte, Chris, Christian, Christina, Christine, Christopher, Claire,
    Clara, Claude, Craig, Cynthia, Daniel, Danny, Dave, David, Deborah, Dennis, Diana, Diane, Diego,
    Dmitri, Don, Donald, Donna, Dorothy, Doug, Douglas, Ed, Edgar, Edith, Edmund, Edward, Edwin, Eleanor,
    Elena, Elizabeth, Ellen, Elon, Emily, Emma, Eric, Erik, Ernest, Eugene, Eva, Eve, Evelyn, Fatima,
    Felix, Fernando, Florence, Frances, Francis, Francisco, Frank, Franklin, Franz, Fred, Frederick,
    Friedrich, Gabriel, Gary, Geoffrey, George, Gerald, Gerard, Gilbert, Giovanni, Giuseppe, Gordon,
    Grace, Graham, Greg, Gregory, Guillaume, Gustav, Hans, Harold, Harry, Hassan, Heinrich, Helen, Helena,
    Henri, Henry, Herbert, Hermann, Hillary, Howard, Hugh, Hugo, Ian, Ibrahim, Ida, Igor, Ingrid, Irene,
    Isaac, Isabel, Isabella, Ivan, Jack, Jackie, Jacob, Jacques, James, Jamie, Jan, Jane, Janet, Jason,
    Javier, Jean, Jeff, Jeffrey, Jennifer, Jeremy, Jerry, Jesse, Jessica, Jim, Jimmy, Joan, Joe, Johan,
    Johann, Johannes, John, Johnny, Jon, Jonathan, Jorge, Jose, José, Joseph, Joshua, Joyce, Juan, Judith,
    Judy, Julia, Julian, Julie, Julius, Karen, Karl, Kate, Katherine, Kathleen, Keith, Kelly, Ken,
    Kenneth, Kevin, Kim, Klaus, Kofi, Kurt, Larry, Laura, Lawrence, Lee, Leo, Leon, Leonard, Leonardo,
    Leslie, Lewis, Li, Linda, Linus, Lisa, Louis, Louise, Lucas, Lucy, Ludwig, Luis, Luke, Marc, Marco,
    Marcus, Margaret, Maria, Marie, Marilyn, Mario, Mark, Martha, Martin, Mary, Matthew, Maurice, Max,
    Maximilian, Melissa, Michael, Michel, Michelle, Miguel, Mike, Mikhail, Mohamed, Mohammed, Monica,
    Muhammad, Nancy, Napoleon, Natalie, Nathan, Neil, Nelson, Nicholas, Nick, Nicolas, Nicole, Niels,
    Nigel, Nikola, Nina, Noah, Noam, Norman, Olga, Oliver, Olivia, Oscar, Otto, Pablo, Pamela, Patricia,
    Patrick, Paul, Paula, Pedro, Peter, Philip, Philippe, Phillip, Pierre, Rachel, Ralph, Ray, Raymond,
    Rebecca, Rene, Richard, Rick, Rob, Robert, Roberto, Robin, Roger, Roland, Ronald, Rosa, Rose, Ross,
    Roy, Rudolf, Russell, Ruth, Ryan, Sally, Sam, Samantha, Samuel, Sandra, Sara, Sarah, Saddam, Scott,
    Sean, Sergei, Sharon, Sheila, Sigmund, Simon, Sophia, Sophie, Stanley, Stefan, Stella, Stephanie,
    Stephen, Steve, Steven, Stuart, Sundar, Susan, Suzanne, Sylvia, Ted, Teresa, Terry, Theodore, Theresa,
    Thomas, Tim, Timothy, Toby, Todd, Tom, Tommy, Tony, Ursula, Vanessa, Vera, Vernon, Victor, Vincent,
    Viktor, Virginia, Vladimir, Walter, Wanda, Warren, Wayne, Wendy, Werner, Wilhelm, William, Winston,
    Wolfgang, Xavier, Yasser, Yuri, Yves, Zachary, Zhang, Wang, Chen, Zoe, Zoë
    """
) - {"Florence", "Virginia", "Nelson", "Victoria"}

DEMONYMS = _names(
    """
    African, American, Arab, Argentine, Argentinian, Asian, Australian, Austrian, Belgian, Brazilian,
    British, Bulgarian, Canadian, Chilean, Chinese, Colombian, Cuban, Czech, Danish, Dutch, Egyptian,
    English, European, Finnish, French, German, Greek, Hungarian, Icelandic, Indian, Indonesian, Iranian,
    Iraqi, Irish, Israeli, Italian, Japanese, Jewish, Korean, Latin, Mexican, Muslim, Christian,
    Norwegian, Pakistani, Palestinian, Persian, Polish, Portuguese, Roman, Romanian, Russian, Scottish,
    Serbian, Soviet, Spanish, Swedish, Swiss, Syrian, Thai, Turkish, Ukrainian, Vietnamese, Welsh,
    Buddhist, Catholic, Protestant, Islamic, Hindu, Sunni, Shiite
    """
)
