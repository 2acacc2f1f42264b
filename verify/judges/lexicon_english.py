"""English words that the rules and the alignment know by heart. Data only."""

from __future__ import annotations

from claimgraph.ingest.text.word_lists import word_list, word_set

from .synonyms_english import SYNONYM_GROUPS

STOP_WORDS = word_set(
    """
    a an the this that these those it its he she they them his her their our your my we you i me us him who
    whom whose which what where when while as of in on at by for to from with into onto over under about
    than then there here and or but nor so yet if is are was were be been being am do does did done has have
    had having will would shall can could may might must should also very just both either such other
    another same own each s t not no never none neither n't without during through per via up down out off
    upon within among between too however therefore thus because since until after before it's more most
    less least some any all every one's own itself himself herself themselves whether though although
    """
)
"""Words that carry no content of their own; negations and quantifiers among them are read by rules."""

LIGHT_WORDS = word_set(
    """
    make made take took taken get got become became come came go went gone give gave given use used using
    call called know known include including included several various many much number part way time year
    years day month first new main major well around approximately nearly almost early late long large small
    total overall currently now still later today state say said says according report reported located
    situated based found official officially originally initially eventually finally mainly mostly primarily
    particularly especially person people thing one two set put see saw seen hold held run ran like since
    serve served period name named date area place kind type form another work worked working reach reached
    total
    """
)
"""Content words that say little: they weigh less in an alignment."""

NEGATIONS = word_set(
    """
    not no never none neither nor nobody nothing cannot without n't hardly barely scarcely
    """
)
NEGATIVE_VERBS = word_set(
    """
    fail fails failed failing refuse refuses refused deny denies denied lack lacks lacked reject rejects
    rejected prevent prevents prevented avoid avoids avoided decline declined unable stop stopped
    """
)

DECLINING = frozenset({"decline", "declined"})
"""Negative before what is not done ("declined to comment"); sales that declined fell."""

NEGATIVE_MEANING = NEGATIVE_VERBS | word_set(
    """
    prohibit prohibits prohibited prohibiting prohibition forbid forbids forbidden ban bans banned barred bar outlawed
    illegal impossible absent absence missing lost lose loses miss misses missed lacking free exempt except apart only
    sole unless until yet still remains remain otherwise instead rather former ex abolished scrapped abandoned cancelled
    canceled empty false wrong untrue overlooked ignored neglected ended ends end expired expires lapsed lapse lapses
    acquitted innocent deny withheld withdrew withdrawn spared excluded excludes turned thrown
    """
)
"""Words that may say no without a negation."""

IRREGULAR = dict(
    pair.split("/")
    for pair in word_list(
        """
        won/win led/lead wrote/write written/write began/begin begun/begin built/build bought/buy
        brought/bring came/come chose/choose chosen/choose fell/fall fallen/fall fought/fight
        found/found gave/give given/give grew/grow grown/grow held/hold kept/keep knew/know known/know
        left/leave lost/lose made/make met/meet paid/pay ran/run rose/rise risen/rise said/say saw/see
        seen/see sent/send sold/sell spent/spend spoke/speak spoken/speak stood/stand struck/strike
        taught/teach took/take taken/take told/tell went/go gone/go wore/wear died/die dying/die
        death/die dead/die born/birth lay/lie flew/fly flown/fly drove/drive driven/drive became/become
        broke/break broken/break drew/draw drawn/draw shot/shoot sang/sing sung/sing sank/sink sunk/sink
        swam/swim threw/throw thrown/throw withdrew/withdraw overthrew/overthrow wives/wife men/man
        women/woman children/child people/person lives/life cities/city countries/country feet/foot
        thought/think felt/feel dealt/deal lent/lend meant/mean proved/prove proven/prove sought/seek
        shown/show slept/sleep stole/steal stolen/steal understood/understand woke/wake won't/will
        better/good best/good worse/bad worst/bad bred/breed fed/feed hid/hide hidden/hide laid/lay
        bore/bear borne/bear cost/cost founded/found founder/found founding/found founders/found
        founds/found cofounded/found foundation/found
        """
    )
)

_SYNONYMS = """
establish found create set-up start launch form institute begin originate invent introduce initiate open
inaugurate commence
end finish conclude terminate close cease complete stop expire
buy acquire purchase takeover
sell sale
make produce manufacture build construct develop assemble
lead head direct chair run manage govern oversee command
leader head director chief chairman president
company firm corporation enterprise business manufacturer
big large huge great vast enormous major
small little tiny minor
important significant major key crucial essential vital
show demonstrate reveal indicate display
say state report declare announce claim note mention tell
die death dead pass-away perish decease
kill slay murder assassinate
born birth native
film movie picture
song single track
book novel work volume
win victory gain earn receive obtain secure award get
defeat beat overcome
contain include comprise consist hold have feature encompass
situate locate lie stand base
use utilise utilize employ apply
help assist aid support
join enter
leave depart quit exit
get obtain receive acquire
choose select elect pick appoint name nominate designate
rename name call title
increase rise grow climb expand jump surge growth gain
decrease fall drop decline shrink reduce reduction fell
money fund funding finance funds
area region zone territory
country nation state
city town municipality
house home residence
student pupil
teacher instructor professor
doctor physician
child kid
job position post role work
car automobile vehicle
ship vessel boat
plane aircraft airplane jet
war conflict
fight battle combat
almost nearly
approximately about roughly around
annual yearly every-year
begin start commence
permit allow let enable authorise authorize
ban prohibit forbid outlaw
need require necessitate demand
change alter modify amend convert
replace substitute succeed supersede
fix repair restore renovate
destroy demolish raze ruin devastate wreck
damage harm
release publish issue launch unveil ship
publish print issue
move relocate transfer migrate
live reside dwell inhabit
inhabitant resident population people citizen
marry wed spouse wife husband
send dispatch
approve pass adopt ratify endorse
sign conclude
reach attain hit achieve arrive
exceed surpass top
visitor tourist guest
employee worker staff personnel
employ hire recruit
fire dismiss sack
goal aim objective purpose target
area size
height tall high
length long
width wide
depth deep
weigh weight heavy
old age
cost price
revenue income earnings sales turnover
profit surplus
ask request
answer reply respond response
try attempt
think believe consider
happen occur
prize award
contest competition tournament
match game
team squad side club
fast quick rapid swift
former previous ex
previously formerly
currently presently
several multiple
main principal chief primary
largest biggest greatest
highest tallest
parliament legislature assembly
independent independence sovereign
seat headquarters headquartered base
author writer
write compose pen
paint draw
discover find detect identify
erupt eruption
emigrate emigration leave
flee escape
invade invasion attack
open opening
close closure
attend visit
teach lecture
study examine investigate research
enact pass introduce
license licence
ship deliver
support back fund sponsor
sponsor fund finance
participate part
cause lead result trigger
earn make
store keep save hold
remove delete eliminate
add append include
link connect join
span cross stretch extend cover
protect guard defend
illness disease
drug medicine medication
treat cure therapy
"""

_ANTONYMS = word_list(
    """
    increase/decrease increase/reduce increase/fall rise/fall rise/drop rise/decline grow/shrink
    higher/lower highest/lowest high/low largest/smallest larger/smaller large/small big/small
    biggest/smallest older/younger oldest/youngest oldest/newest old/new old/young earlier/later
    earliest/latest north/south northern/southern northeast/southwest northwest/southeast east/west
    eastern/western win/lose win/defeat winner/loser success/failure succeed/fail successful/unsuccessful
    accept/reject accept/refuse accept/decline pass/fail pass/reject adopt/reject adopt/abandon
    approve/reject support/oppose supporter/opponent allow/ban allow/prohibit
    allow/forbid permit/prohibit permit/ban open/close begin/end start/end start/finish start/stop buy/sell
    import/export gain/lose male/female man/woman boy/girl father/mother son/daughter brother/sister
    husband/wife king/queen best/worst better/worse good/bad positive/negative possible/impossible
    legal/illegal public/private first/last internal/external indoor/outdoor arrive/depart arrive/leave
    enter/leave join/leave remember/forget true/false alive/dead live/die born/die strong/weak rich/poor
    easy/difficult easy/hard hot/cold warm/cold near/far inside/outside above/below majority/minority
    maximum/minimum major/minor permanent/temporary agree/disagree present/absent full/empty ally/enemy
    attack/defend love/hate like/dislike morning/evening day/night summer/winter spring/autumn common/rare
    cheap/expensive fast/slow victory/defeat appoint/dismiss hire/fire include/exclude
    advantage/disadvantage expand/shrink mandatory/optional compulsory/voluntary voluntary/involuntary
    native/foreign domestic/foreign domestic/international rural/urban safe/dangerous always/never
    before/after visible/invisible left/right upper/lower shallow/deep short/long short/tall
    dependent/independent confirm/deny guilty/innocent acquit/convict wet/dry light/dark light/heavy
    simple/complex active/passive active/inactive extinct/active married/unmarried single/married
    complete/incomplete known/unknown friend/enemy employed/unemployed democratic/authoritarian solid/liquid
    acquire/sell construct/demolish build/demolish create/destroy create/abolish found/dissolve
    found/abolish establish/dissolve establish/abolish improve/worsen strengthen/weaken encourage/discourage
    connect/disconnect enable/disable raise/lower raise/cut hardware/software profit/loss ascend/descend
    freeze/melt accelerate/slow wide/narrow widen/narrow thick/thin free/paid even/odd ancient/modern
    vegetarian/carnivorous nocturnal/diurnal annual/monthly annual/weekly daily/weekly weekly/monthly
    daily/monthly exceed/below partially/fully partly/fully same/different
    overestimate/underestimate morning/afternoon colder/warmer plaintiff/defendant buyer/seller landlord/tenant
    lender/borrower employer/employee gross/net weekday/weekend wholesale/retail
    """
)


def _groups(table: str) -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for line in table.strip().splitlines():
        words = line.split()
        for word in words:
            groups.setdefault(word, set()).update(other for other in words if other != word)
    return {word: frozenset(others) for word, others in groups.items()}


def _pairs(pairs: list[str]) -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in pairs:
        left, right = pair.split("/")
        table.setdefault(left, set()).add(right)
        table.setdefault(right, set()).add(left)
    return {word: frozenset(others) for word, others in table.items()}


SYNONYMS = _groups(_SYNONYMS + SYNONYM_GROUPS)
ANTONYMS = _pairs(_ANTONYMS)


MONTHS_AND_DAYS = word_set(
    """
    january february march april may june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday
    """
)
PREPOSITIONS = word_set(
    """
    in on at by for to from with of into over under as after before against between near through via than
    """
)
TITLES = word_set(
    """
    mr mrs ms dr prof professor president king queen prince princess sir lady lord general captain pope
    saint st senator minister chancellor emperor
    """
)
DEMONYMS = dict(
    pair.split("/")
    for pair in word_list(
        """
        french/france german/germany british/britain english/england american/america chinese/china
        japanese/japan russian/russia spanish/spain italian/italy dutch/netherlands swiss/switzerland
        swedish/sweden norwegian/norway danish/denmark finnish/finland polish/poland greek/greece
        turkish/turkey irish/ireland welsh/wales scottish/scotland portuguese/portugal hungarian/hungary
        czech/czechia belgian/belgium austrian/austria icelandic/iceland indian/india brazilian/brazil
        mexican/mexico canadian/canada australian/australia egyptian/egypt korean/korea
        vietnamese/vietnam thai/thailand ukrainian/ukraine iranian/iran iraqi/iraq israeli/israel
        european/europe african/africa asian/asia argentine/argentina chilean/chile peruvian/peru
        cuban/cuba
        """
    )
)

# Words of names that many things share; they tell what sort of thing it is, not which one.
KINDS_OF_THING = word_set(
    """
    river lake mount mountain sea bay gulf strait island islands cape valley canyon falls canal street road avenue
    square bridge tower park station airport port harbour harbor university college school academy institute hospital
    clinic
    museum gallery library theatre theater church cathedral temple castle palace hotel bank company corporation group
    fund foundation society association union council committee commission ministry department agency office court
    party league cup prize award medal treaty act law bill agreement festival county province state district city town
    village region republic kingdom north south east west northern southern eastern western new great saint st the of
    """
)
