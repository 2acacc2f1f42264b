"""English words that are capitalised only because they open a sentence or stand in a title, and are no
names.
"""

from __future__ import annotations

from .stop_words import ENGLISH_STOP_WORDS
from .word_lists import word_set

CALENDAR = word_set(
    """
    january february march april may june july august september october november december jan feb mar apr
    jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday
    """
)

COMMON_WORDS = ENGLISH_STOP_WORDS | word_set(
    """
    able according across act action actually add adult age agree air allow almost alone along already
    always amount animal annual answer anyone anything apart apparently apply approach area argue arrive
    art article ask assume attack attempt author average away baby back bad base based basic beautiful
    begin believe best better beyond big bird black blue board body book born box boy break bring brother
    build building business buy call car care carry case cause cell central certain chance change chapter
    check chief child children choose church city claim class clean clear clearly close cold collect
    college color come common company compare complete computer concern consider contact contain continue
    contrary control cost country couple course court create critics cross culture currently customer cut
    data date daughter day days dead deal dear death decide deep degree design despite detail develop
    developer die difference different dinner direct director discover disease doctor document dog door
    double drink drive drop dry early earth easy eat economic economy edge editor education effect effort
    eight eighteen eighty eleven email employee end energy engine engineer enjoy enough enter entire
    especially estimate etc evening event eventually everybody everyone everything evidence exactly
    example except excellent experience experts explain eye face fact fair fall family famous fan far
    farmer fast father favorite feel few field fifteen fifty fight figure file fill film final finally
    find fine fire first fish five flat floor fly follow following food foot forget form former formerly
    fortunately forty found four free french-language fresh friend front full fun fund fundamentally
    further future game garden general generally get girl give given glad go god gold good government
    great greatest green ground group grow growth guess guy hair half hand happen happy hard head health
    hear heart heat heavy hello help hence hey hi high higher historically history hit hold holiday home
    hope hopefully horse hospital hot hotel hour house huge human hundred hurry husband idea ideally image
    imagine important include including increase indeed industry information initially inside instead
    interest international internet introduction island issue item job join keep key kid kill kind kitchen
    know knowledge lack lady land language large largest last late later latest law lawyer lead leader
    league learn least leave left legal less let letter level library lie life light like likewise limited
    line list listen literature little live local location long look lose lot love low luckily lunch
    machine main mainly major make male man management manager many map mark market marriage material
    matter maybe mean meanwhile measure meat media medical meet meeting member memory men mention message
    method middle military million mind minister minor minute miss model modern moment money month months
    moreover morning mother mountain mountains move movie music name namely nation national native natural
    nature near nearby nearly need network nevertheless new news newspaper next nice night nine nineteen
    ninety nobody noise none nonetheless normally north note nothing notably notice nowadays nuclear
    number object obviously occur ocean offer office officer official officials often oil ok okay old
    older open operation opinion order original originally others otherwise outside overall owner page
    paint pair paper parent parents park part particularly party pass past patient pay peace people
    perfect perhaps period person personal phone photo physical picture piece place plan plane plant play
    player please point police policy political poor popular population position possible possibly post
    pot potential power practice prepare present president press presumably pretty previous previously
    price print prior prison private probably problem process produce product production professional
    professor program programming project property protect prove provide public pull pupil purpose put
    quality question questions quick quickly quiet rain range rate rather reach read ready real really
    reason receive recent recently recommend record red reduce region related relation religion remember
    remove report reports request research researchers residents rest restaurant result results return
    review reviews rich right ring rise river road rock role room rule run safe sale salt sample save say
    school science scientist scientists sea search season seat second section security see seek seem sell
    send sense sentence separate series serious serve service set seven seventeen seventy several sex
    shape share ship shoe shop short show side sign significant silver similar similarly simple simply
    sing sister sit site situation six sixteen sixty size skill sky sleep slow small smart smoke snow
    social society software soldier soldiers solution solve somebody someone something sometimes somewhat
    somewhere son song soon sorry sort sound source sources south space speak special species speed spend
    sport spring staff stage stand standard star start state statement states station stay step still
    stock stone stop store story strange street strong structure student students study stuff style
    subject success such suddenly sugar suggest summer sun supply support sure surprise surprisingly sweet
    swim system table take talk tall tax teach teacher team technology telephone television tell
    temperature ten term terms test text thank thanks theory thing things think thirteen thirty thought
    thousand thousands three throw ticket time times title today together tomorrow tonight tool top topic
    total touch toward town track trade train travel tree trip trouble true truly trust truth try turn
    twelve twenty twice two type typically ultimately uncle understand unfortunately union unit unless
    unlike unlikely update use used useful user users usually value various version victims video view
    village visit voice vote wait walk wall want war warm wash watch water way weather web website week
    weekend weeks weight welcome west whatever whenever wherever white whoever whole wide wife wild win
    wind window winter wish woman women wonder wood word words work worker workers works world worry worse
    worst write writer writing wrong yeah year years yellow yes yesterday young zero pm am dear re fw fwd
    cc ps faq
    """
)

COMMON_ENDINGS = (
    "ing",
    "ly",
    "tion",
    "tions",
    "ment",
    "ments",
    "ness",
    "ity",
    "ities",
    "ous",
    "ful",
    "ism",
    "ers",
    "ance",
    "ence",
)
"""Endings that common words have far more often than names."""
