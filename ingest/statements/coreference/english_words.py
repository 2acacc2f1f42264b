"""Words that tell gender, animacy and kind in English. Facts, in no one's wording.

Names that both men and women bear in numbers (Kim, Robin, Jean, Andrea, Alex ...) are in neither list.
"""

from __future__ import annotations

from ...text.word_lists import word_set

MALE_NAMES = word_set(
    """
    Aaron Abdul Abdullah Abraham Adam Adolf Ahmad Ahmed Akira Alan Albert Alberto Alexander Alexandre Alfred Ali
    Alistair Allen Amir Anatoly Anders Andreas Andrei Andrew Andy Angus Anthony Anton Antonio Archibald Aristotle
    Arnold Arthur Augustus Axel Barack Barry Bartholomew Ben Benjamin Bernard Bernie Bertrand Bill Björn Blaise Bob
    Bobby Boris Brad Brandon Brendan Brian Bruce Bruno Bryan Calvin Carl Carlo Carlos Cecil Cesar Charles Chester
    Christoph Christopher Clarence Claude Clement Clive Colin Conrad Constantine Craig Cyril Daisuke Dale Damian Dan
    Daniel Danny Dave David Dean Dennis Derek Deshawn Dick Diego Dietrich Dimitri Dmitri Dmitry Dominic Don Donald
    Doug Douglas Duncan Dwayne Dwight Earl Ed Eddie Edgar Edmund Eduardo Edward Edwin Einar Elias Elijah Elliott
    Elon Emil Emmanuel Enrico Enrique Enzo Eric Erik Ernest Ernesto Ernst Erwin Eugene Evan Ezra Faisal Federico
    Felipe Felix Ferdinand Fernando Fidel Filip Francesco Francisco Francois François Frank Franklin Franz Fred
    Frederick Friedrich Fritz Fyodor Gabriel Galileo Gareth Gary Geoffrey George Georg Georges Gerald Gerard Gerhard
    Giacomo Gilbert Giovanni Giuseppe Godfrey Gordon Graham Greg Gregor Gregory Guido Guillaume Gunther Gustav Guy
    Hamid Hans Harald Harold Harrison Harry Harvey Hassan Hector Heinrich Helmut Hendrik Henri Henrik Henry Herbert
    Herman Hermann Hideo Hiroshi Howard Hugh Hugo Ian Ibrahim Ignacio Igor Immanuel Isaac Isaiah Ismail Ivan Jack
    Jackson Jacob Jacques Jake Jakob Jamal James Jason Javier Jeff Jefferson Jeffrey Jens Jeremiah Jeremy Jerome
    Jerry Jesus Jim Jimmy Joachim Joaquin Joe Joel Johan Johann Johannes John Johnny Jon Jonas Jonathan Jorge Jose
    José Josef Joseph Joshua Juan Juergen Jules Julio Julius Jun Jürgen Justin Karim Karl Keith Ken Kenji Kenneth
    Kevin Khalid Klaus Knut Kofi Konrad Kurt Lance Larry Lars Laurence Lawrence Leo Leon Leonard Leonardo Leonhard
    Leonid Leopold Leroy Lionel Lloyd Louis Lorenzo Luca Lucas Ludwig Luigi Luis Lukas Luke Magnus Mahmoud Malcolm
    Manfred Manuel Marc Marcel Marco Marcus Mario Mark Marshall Martin Marvin Mathias Mats Matt Matteo Matthew
    Matthias Maurice Maurizio Max Maximilian Mehmet Michael Michelangelo Miguel Mike Mikhail Miles Milton Mohamed
    Mohammad Mohammed Mohandas Moses Muhammad Mustafa Napoleon Nathan Nathaniel Neal Neil Nelson Nicholas Nick
    Nicolaus Nicolas Niels Nigel Nikita Nikola Nikolai Nils Noah Noam Norbert Norman Olaf Oliver Omar Oscar Oskar
    Osman Oswald Otto Owen Pablo Paolo Patrick Paul Paulo Pavel Pedro Per Percy Pete Peter Philip Philipp Philippe
    Phillip Pierre Pietro Plato Quentin Rafael Raj Rajesh Ralph Ramon Randall Raphael Rashid Ravi Ray Raymond
    Reginald Reinhard Rene René Ricardo Richard Rick Rob Robert Roberto Rodrigo Roger Roland Rolf Roman Romano Ron
    Ronald Ross Roy Rudolf Rupert Russell Ryan Saddam Salvador Samir Samuel Satoshi Satya Scott Sean Sebastian
    Sergei Sergey Sergio Seth Shinzo Sigmund Silvio Simon Socrates Solomon Spencer Stan Stanley Stefan Stephen Steve
    Steven Stuart Sundar Sven Takashi Ted Terence Terrence Theodor Theodore Thomas Tim Timothy Tobias Todd Tom Tomas
    Tommy Tony Toshiro Travis Trevor Tristan Ulrich Vaclav Victor Viktor Vince Vincent Vincenzo Vinton Vikram
    Vitalik Vladimir Volodymyr Walt Walter Warren Wayne Werner Wilbur Wilfred Wilhelm William Winston Wolfgang
    Xavier Yasser Yitzhak Yuri Yusuf Yves Zachary Abdel Arjun Anil Ashok Arun Sanjay Rahul Rohan Suresh Ramesh
    Narendra Deepak Amit Kenta Haruki Ichiro Shigeru Hideki Kwame Chinua Nnamdi Emeka Tunde Sipho Thabo Desmond
    Geoff Mick Stuart Gavin Nolan Hank Grant Clark Wes
    """
)

FEMALE_NAMES = word_set(
    """
    Abigail Ada Adele Adriana Agatha Agnes Agnieszka Aisha Alessandra Alexandra Alice Alicia Alison Allison Amalie
    Amanda Amelia Amina Amy Ana Anastasia Angela Angelina Anita Anja Ann Anna Anne Annette Annie Annika Antonia
    Antoinette Anya Aretha Ariana Astrid Audrey Aung Ava Barbara Beatrice Beatrix Benazir Bertha Bessie Beth Betty
    Beverly Bianca Birgit Bonnie Brenda Bridget Brigitte Britney Camila Camille Candace Carla Carmen Carol Carolina
    Caroline Carolyn Carrie Catalina Catherine Cecilia Celia Celine Charlotte Chiara Chloe Christina Christine Cindy
    Clara Clarissa Claudette Claudia Cleopatra Colleen Constance Cora Cornelia Cristina Cynthia Dagmar Daisy Daniela
    Danielle Daphne Dawn Deborah Deirdre Delia Denise Diana Diane Dolores Donna Dora Doris Dorothea Dorothy Edith
    Edna Eileen Elaine Eleanor Elena Eleni Elisa Elisabeth Eliza Elizabeth Ella Ellen Elsa Elsie Emilia Emily Emma
    Emmanuelle Erika Erin Esmeralda Estelle Esther Ethel Eugenia Eva Evangeline Evelyn Fatima Fatma Felicia Fiona
    Florence Frances Francesca Francoise Françoise Frida Frieda Gabriela Gabriella Gabrielle Galina Genevieve
    Georgina Geraldine Gertrude Gina Giorgia Giovanna Giulia Gladys Gloria Golda Grace Greta Gudrun Gwen Gwendolyn
    Hanna Hannah Harriet Hatice Hazel Heather Hedwig Heidi Helen Helena Helene Helga Henrietta Hilary Hilda Hillary
    Ida Indira Ines Ingeborg Ingrid Irena Irene Irina Iris Isabel Isabella Isabelle Jacinda Jacqueline Jane Janet
    Janice Jasmine Jeanette Jeanne Jelena Jenna Jennifer Jenny Jessica Jill Joan Joanna Joanne Jocelyn Johanna
    Josephine Joyce Juanita Judith Judy Julia Juliana Julie Juliet Juliette June Justine Kamala Karen Karin Karina
    Karla Kate Katharina Katharine Katherine Kathleen Kathryn Kathy Katie Katja Katrina Kirsten Klara Kristen
    Kristin Kristina Larissa Laura Lauren Leah Leila Lena Leonora Leticia Lidia Liliana Lillian Lily Linda Lisa Lise
    Liv Lois Lola Lorena Lorraine Louisa Louise Lucia Lucille Lucinda Lucy Ludmila Luisa Lydia Mabel Madeleine
    Madonna Maggie Malala Marcia Margaret Margarita Margot Margrethe Maria Mariam Marianne Marie Marietta Marilyn
    Marina Marissa Marjorie Marlene Marta Martha Martina Mary Mathilde Matilda Maureen Maya Megan Melanie Melinda
    Melissa Mercedes Meryl Mette Michelle Mildred Millicent Mina Miranda Miriam Moira Molly Mona Monica Monika
    Muriel Myra Myrtle Nadia Nadine Nancy Naomi Natalia Natalie Natasha Nellie Nicole Nina Noor Nora Noriko Norma
    Octavia Odette Olga Olivia Olympia Ophelia Oprah Pamela Patricia Paula Pauline Pearl Peggy Penelope Petra Phoebe
    Phyllis Priya Priscilla Rachel Ramona Rebecca Regina Renata Renee Renée Rhoda Rigoberta Rita Roberta Rosa
    Rosalind Rosalyn Rose Rosemary Rosie Roxanne Ruby Ruth Sabine Sabrina Sally Salma Samantha Sandra Sara Sarah
    Selma Serena Shakira Sharon Sheila Sheryl Shirley Sigrid Silvia Simone Sinead Sofia Sonia Sonja Sophia Sophie
    Stella Stephanie Sue Susan Susanna Susanne Suzanne Svetlana Sybil Sylvia Tamara Tanya Tara Tatiana Teresa Tessa
    Thelma Theresa Tina Toni Trudy Uma Ursula Valentina Valeria Valerie Vanessa Vera Verena Veronica Veronika
    Victoria Viola Violet Virginia Vivian Viviane Wanda Wangari Wendy Whitney Wilhelmina Wilma Winifred Winnie Xenia
    Yasmin Yoko Yolanda Yvette Yvonne Zainab Zara Zelda Zoe Zoë Lakshmi Sunita Deepa Kavita Meera Anjali Aparna
    Shreya Ayumi Keiko Sakura Yuki Akiko Fumiko Michiko Chiamaka Ngozi Chimamanda Nokuthula Zanele Ayesha Khadija
    Leyla Layla Katalin Ilse Elke Birgitta Solveig Sanna Ebba Signe Freja Maren Ingeborg Rosalía Frida Gabriela
    Marta
    """
)

MALE_TITLES = word_set(
    "Mr Sir Lord King Prince Duke Baron Emperor Father Pope Brother Uncle Tsar Sultan Congressman Herr Monsieur"
)
FEMALE_TITLES = word_set(
    "Mrs Ms Miss Madame Lady Dame Queen Princess Duchess Baroness Countess Empress Sister Aunt Congresswoman"
)

MALE_NOUNS = word_set(
    """
    man boy father dad son brother husband uncle nephew grandfather grandson king prince duke emperor gentleman
    actor waiter businessman chairman spokesman policeman fisherman salesman congressman widower monk priest
    stepfather father-in-law son-in-law brother-in-law bachelor groom guy lad patriarch
    """
)
FEMALE_NOUNS = word_set(
    """
    woman girl mother mom mum daughter sister wife aunt niece grandmother granddaughter queen princess duchess
    empress lady actress waitress businesswoman chairwoman spokeswoman policewoman congresswoman widow nun
    stepmother mother-in-law daughter-in-law sister-in-law bride heroine goddess hostess midwife matriarch
    """
)

PERSON_NOUNS = (
    word_set(
        """
    person individual adult child baby infant teenager human citizen resident patient doctor physician surgeon nurse
    dentist pharmacist therapist psychologist psychiatrist scientist researcher professor teacher student pupil
    engineer programmer developer architect designer artist painter sculptor musician singer composer pianist
    guitarist violinist drummer conductor writer author novelist poet playwright journalist reporter editor critic
    historian philosopher mathematician physicist chemist biologist astronomer geologist economist statistician
    linguist anthropologist archaeologist lawyer attorney judge prosecutor defendant plaintiff witness juror
    politician president minister senator governor mayor chancellor ambassador diplomat councillor candidate leader
    chief boss manager director executive officer founder co-founder cofounder entrepreneur investor owner employee
    worker employer colleague customer client consumer user buyer seller tenant landlord applicant contractor
    consultant accountant auditor banker trader analyst expert specialist adviser advisor assistant secretary clerk
    technician mechanic electrician plumber carpenter builder farmer fisher miner driver pilot captain soldier
    sergeant colonel general admiral commander veteran guard detective inspector agent spy activist campaigner
    protester volunteer victim suspect survivor criminal thief murderer prisoner hostage player footballer cricketer
    striker goalkeeper coach athlete runner swimmer cyclist boxer champion winner dancer comedian filmmaker producer
    presenter host model celebrity star explorer astronaut inventor pioneer bishop pastor rabbi imam saint
    missionary theologian pilgrim heir spouse parent sibling cousin friend neighbour neighbor partner guest visitor
    tourist passenger traveller traveler immigrant refugee scholar graduate laureate recipient speaker spokesperson
    chair chairperson chairman deputy successor predecessor nominee member policyholder shareholder stakeholder
    librarian curator translator interpreter trainee intern volunteer toddler newborn carer caregiver clinician
    oncologist cardiologist virologist epidemiologist
    """
    )
    | MALE_NOUNS
    | FEMALE_NOUNS
)
PERSON_PLURALS = word_set("people men women children police staff personnel crew folk")

ORGANISATION_NOUNS = word_set(
    """
    board company firm business corporation enterprise startup start-up group organisation organization institution
    institute agency bank university college school hospital manufacturer maker retailer supplier carrier airline
    airliner insurer lender publisher broadcaster newspaper magazine studio label brand chain conglomerate
    subsidiary charity foundation association society union federation league club team party committee commission
    council ministry department regulator authority court parliament government bureau office body consortium
    alliance brewery automaker carmaker chipmaker drugmaker utility operator provider employer vendor museum
    laboratory bakery restaurant band orchestra church army navy force police
    """
)
COLLECTIVE_NOUNS = word_set(
    """
    team band group crew club squad family couple committee council police staff orchestra choir regiment division army
    brigade board jury government party union
    """
)
"""One thing that "they" may stand for."""
COMPANY_NOUNS = word_set(
    """
    company firm business corporation enterprise startup start-up group organisation organization manufacturer maker
    retailer supplier carrier airline insurer lender publisher broadcaster brand chain conglomerate subsidiary
    automaker carmaker chipmaker drugmaker
    """
)
"""Nouns by which any company may be referred back to, whatever it was called before."""

PLACE_NOUNS = word_set(
    """
    city town village country nation state province region county district island continent capital municipality
    river lake mountain sea ocean valley desert peninsula kingdom republic territory suburb port settlement
    """
)

TIME_NOUNS = word_set(
    """
    second minute hour day night morning evening afternoon noon midnight week weekend fortnight month quarter year
    decade century millennium season spring summer autumn fall winter monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november december today
    tomorrow yesterday moment period time date age era percent percentage % per cent degree
    """
)

EMPTY_NOUNS = word_set(
    """
    way thing something anything nothing everything lot kind sort type part number amount series range variety
    example case fact reason result place order addition order end beginning
    """
)
"""Nouns that "it" hardly ever goes back to."""

OWNED_BY_ORGANISATIONS = word_set(
    """
    headquarters employee employees staff workforce shareholder shareholders shares stock revenue revenues profit
    profits earnings turnover ceo cfo cto chairman board founder founders co-founder subsidiary subsidiaries
    customers clients suppliers factories plants stores shops branches offices products shares dividend competitors
    rivals workers management sales market investors directors executives brands
    """
)
OWNED_BY_PLACES = word_set(
    """
    population inhabitants capital mayor climate coast coastline border borders neighbours neighbors gdp currency
    parliament government president king queen area economy streets suburbs airport harbour harbor
    """
)
DONE_BY_ORGANISATIONS = word_set(
    "employ acquire hire sue headquarter incorporate announce market sell manufacture invest merge rebrand divest"
)
DONE_TO_THINGS = word_set(
    """
    found establish create build launch release develop publish introduce acquire approve invent design manufacture
    open close construct headquarter incorporate install download sell market maintain update
    """
)
"""What is done to things, places and organisations, hardly to people."""
DONE_BY_THINGS = word_set("employ sell manufacture contain consist include cost run operate border comprise feature")
DONE_TO_ORGANISATIONS = word_set("headquarter incorporate acquire rebrand liquidate nationalise nationalize")

MINDFUL = word_set(
    """
    say tell claim argue believe think know want wish hope fear decide agree refuse intend plan promise deny admit
    insist feel understand remember forget learn teach study marry love hate enjoy prefer speak ask answer write
    read vote hire employ acquire announce publish found invest negotiate apologise apologize complain demand
    """
)
"""What only people and organisations do."""

SAYING = word_set(
    "say claim argue believe think announce report state admit deny insist warn add expect hope plan note"
)
