"""Words that decide how a sentence may be taken apart."""

from __future__ import annotations

from ...text.word_lists import word_set

# Predicates that say something of several things together, never of each.
COLLECTIVE_VERBS = word_set(
    """
    meet marry merge collaborate cooperate co-operate unite differ compete agree disagree converge diverge intersect
    alternate interact correspond combine separate divorce overlap co-found cofound coexist negotiate
    """
)
COLLECTIVE_WORDS = word_set(
    """
    together jointly both each other another same similar different equal identical equivalent respectively
    collectively mutually alike twins siblings brothers sisters partners rivals neighbours neighbors friends enemies
    allies colleagues spouses couple pair
    """
)

# Adjectives that do not simply hold of the thing: "a former mayor" is no mayor.
NON_INTERSECTIVE = word_set(
    """
    former alleged supposed so-called fake future past previous potential possible likely probable apparent ex
    first second third fourth fifth last next only main major minor principal primary chief key leading single sole
    best worst new old recent early late current present latest largest biggest smallest highest lowest oldest
    newest youngest longest other another same different various several many few such certain own whole entire full
    total mere very top senior junior vice deputy acting assistant general executive prime founding original final
    real true typical common average great good little real-life high low long short large small big
    regular frequent occasional different official joint further additional extra more much important significant
    """
)
# Of these, what is a measure only against its noun: "a small elephant" is no small thing, but "is small" reads well.
# Nouns that say nothing without what stands around them.
EMPTY_NOUNS = word_set(
    """
    kind type sort part member one number thing person people man woman example form way piece set series group variety
    range lot majority minority percentage proportion amount rate level degree case instance matter source result
    cause reason sign symptom place time day year period time piece share portion half third quarter version branch
    field area side end aspect element component unit body being object term name word
    collection list combination mixture percent majority lack
    """
)

# Verbs with which a prepositional phrase completes the predicate: by preposition.
BOUND_PREPOSITIONS: dict[str, frozenset[str]] = {
    "of": word_set("consist dispose approve think die complain accuse convict remind dream compose make deprive rob"),
    "to": word_set(
        """
        belong refer apply lead move return travel go come relate contribute respond react adapt adjust connect link
        attach add limit restrict extend amount correspond subscribe switch transfer migrate emigrate immigrate flee
        elect appoint promote assign send give grant award donate sell lease deliver attribute compare convert
        reduce devote dedicate expose admit submit write report entitle object commit confine subject tie bind
        sentence present rename change translate turn spread flow run fly sail ship
        """
    ),
    "into": word_set(
        """
        come bring put fall divide split turn convert develop translate merge integrate break evolve transform flow
        enter go
        """
    ),
    "from": word_set(
        """
        graduate derive suffer separate protect prevent distinguish exclude come differ originate benefit
        recover emerge descend evolve withdraw resign retire flow
        """
    ),
    "on": word_set("depend rely focus concentrate base insist live rest center centre vote agree impose place"),
    "in": word_set("specialise specialize result participate invest engage believe involve include succeed interest"),
    "for": word_set("account stand work apply ask search look pay vote wait play allow provide care compete mistake"),
    "with": word_set(
        """
        deal connect link combine merge collaborate cooperate comply compete work associate provide equip
        replace cover fill
        """
    ),
    "as": word_set(
        """
        serve work act know define describe regard classify use see appoint elect function operate recognise recognize
        consider view treat categorise categorize designate refer
        """
    ),
    "against": word_set("protect fight vote protest guard compete defend act"),
    "after": word_set("name call look"),
    "at": word_set("aim look arrive"),
    "by": word_set("follow mean accompany surround"),
    "over": word_set("preside rule reign"),
    "than": frozenset(),
}

# A change or a comparison: what bounds it belongs to it.
CHANGE_VERBS = word_set(
    """
    rise fall grow increase decrease drop climb decline double triple quadruple exceed surpass outnumber shrink
    expand gain lose reduce cut raise lower change vary improve worsen jump plunge soar surge slump recover rank
    average total cost measure weigh reach outperform beat overtake differ compare range last take
    """
)

# What is ruled holds where and when it is ruled.
RULING_VERBS = word_set("ban prohibit forbid outlaw allow permit restrict require regulate legalise legalize")
# What goes from one thing to another.
TRANSITIONS = word_set(
    """
    move switch change turn grow rise fall shift migrate convert go transfer expand relocate drop decline increase
    decrease evolve transition progress pass upgrade
    """
)

# Participles that show a state, not an event: "located in Oslo" -> "is located".
STATE_PARTICIPLES = word_set(
    """
    use know locate base call consider headquarter situate find regard surround associate relate compose make divide
    connect dedicate intend suit entitle bind limit believe think classify recognise recognize inhabit populate
    """
)
# What happened once: in the past even where the sentence is in the present.
EVENT_PARTICIPLES = word_set(
    """
    create found establish develop invent discover build construct launch release introduce publish write bear
    acquire buy sell design compose direct paint record appoint elect adopt sign pass open complete rename
    award win form start begin organise organize destroy kill injure capture conquer originate inspire commission
    incorporate discontinue close merge defeat translate edit film shoot draw carve erect erect present propose
    announce approve
    """
)

ATTRIBUTION_VERBS = word_set(
    """
    say state report claim announce argue believe suggest tell write note explain add confirm deny declare warn
    estimate predict conclude find rule hold maintain think hope fear expect assert allege admit acknowledge insist
    testify reveal show indicate propose stress emphasise emphasize point remark comment observe contend speculate
    recommend promise demand reply respond know agree mean guarantee require demonstrate prove assume
    """
)

CONDITION_MARKS = word_set("if unless when whenever once provided providing whether until till assuming lest")
CONCESSION_MARKS = word_set("although though whereas while whilst")
CAUSE_MARKS = word_set("because since as")

NEGATIONS = word_set("not n't n’t never no neither nor hardly barely scarcely rarely seldom nobody nothing none cannot")
LIMITERS = word_set("first last only just merely solely exclusively at-least almost nearly")
QUANTIFIERS = word_set(
    "all most some few many every each any no several much both half none neither either fewer more less"
)
POSSIBILITY_MODALS = word_set("may might must can could should shall would ca need ought cannot")
MEASURE_WORDS = word_set("percent % per cent million billion trillion thousand hundred dozen dozens half")

# Openings that only tie a sentence to the one before.
CONNECTIVES = word_set(
    """
    however moreover furthermore additionally also therefore thus hence consequently meanwhile nevertheless
    nonetheless besides likewise similarly instead otherwise finally overall accordingly indeed then so too yet
    specifically notably importantly
    """
)
CONNECTIVE_PHRASES = frozenset(
    {
        "in addition", "for example", "for instance", "as a result", "in fact", "in particular", "of course",
        "in other words", "in contrast", "by contrast", "on the other hand", "in conclusion", "in summary",
        "in short", "at the same time", "in turn", "after all", "as well", "in general", "among others",
        "on the contrary", "in total",
    }
)  # fmt: skip

TIME_NOUNS = word_set(
    """
    year years month months week weeks day days hour hours minute minutes century centuries decade decades spring
    summer autumn fall winter january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday morning afternoon evening night noon midnight
    a.m. p.m. am pm today yesterday tomorrow beginning end war period era age season quarter weekend
    """
)
MONTHS = word_set(
    """
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec
    """
)
LIST_HEADS = frozenset({"such as", "including", "like", "e.g.", "namely"})
RELATIVES = word_set("who whom which that whose where when why")
