"""English words whose forms no rule makes: past forms of verbs, plurals of nouns, comparisons of adjectives."""

from __future__ import annotations

from collections.abc import Mapping

_VERBS = """
arise arose arisen; awake awoke awoken; be was were been; bear bore borne born; beat beaten; become became;
befall befell befallen; begin began begun; behold beheld; bend bent; beset; bid bade bidden; bind bound; bite
bit bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring brought; build built; burn
burnt; buy bought; catch caught; choose chose chosen; cling clung; come came; creep crept; deal dealt; dig
dug; dive dove; do did done; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; dwell
dwelt; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fling flung;
fly flew flown; forbid forbade forbidden; foresee foresaw foreseen; forget forgot forgotten; forgive forgave
forgiven; forgo forwent forgone; forsake forsook forsaken; freeze froze frozen; get got gotten; give gave
given; go went gone; grind ground; grow grew grown; hang hung; have had; hear heard; hide hid hidden; hold
held; keep kept; kneel knelt; know knew known; lay laid; lead led; lean leant; leap leapt; learn learnt; leave
left; lend lent; lie lain; light lit; lose lost; make made; mean meant; meet met; mislead misled; mistake
mistook mistaken; misunderstand misunderstood; outdo outdid outdone; overcome overcame; oversee oversaw
overseen; overtake overtook overtaken; overthrow overthrew overthrown; partake partook partaken; pay paid;
plead pled; prove proven; rebuild rebuilt; redo redid redone; repay repaid; rewrite rewrote rewritten; ride
rode ridden; ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send
sent; sew sewn; shake shook shaken; shear shorn; shine shone; shoot shot; show shown; shrink shrank shrunk;
sing sang sung; sink sank sunk; sit sat; slay slew slain; sleep slept; slide slid; sling slung; smell smelt;
sow sown; speak spoke spoken; speed sped; spell spelt; spend spent; spill spilt; spin spun; spit spat; spoil
spoilt; spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung; stink stank stunk;
strew strewn; stride strode stridden; strike struck stricken; string strung; strive strove striven; swear
swore sworn; sweep swept; swell swollen; swim swam swum; swing swung; take took taken; teach taught; tear tore
torn; tell told; think thought; throw threw thrown; tread trod trodden; undergo underwent undergone;
understand understood; undertake undertook undertaken; undo undid undone; uphold upheld; wake woke woken; wear
wore worn; weave wove woven; weep wept; win won; wind wound; withdraw withdrew withdrawn; withhold withheld;
withstand withstood; wring wrung; write wrote written; resell resold; retell retold; remake remade; retake
retook retaken; outgrow outgrew outgrown; outrun outran; overhear overheard; overrun overran; override
overrode overridden; oversleep overslept; offset; upset
"""
_SAME = """
bet bid burst cast cost cut fit forecast broadcast hit hurt input let output put quit read reset rid set shed
shut split spread thrust wed wet offset upset beset
"""
_NOUNS = """
man men; woman women; child children; person people; foot feet; tooth teeth; goose geese; mouse mice; louse
lice; ox oxen; die dice; analysis analyses; basis bases; crisis crises; thesis theses; hypothesis hypotheses;
diagnosis diagnoses; synthesis syntheses; parenthesis parentheses; oasis oases; axis axes; phenomenon
phenomena; criterion criteria; bacterium bacteria; medium media; curriculum curricula; stratum strata;
stimulus stimuli; nucleus nuclei; fungus fungi; cactus cacti; alumnus alumni; radius radii; index indices;
matrix matrices; vertex vertices; appendix appendices; larva larvae; alga algae; formula formulae; vertebra
vertebrae; quiz quizzes; wife wives; life lives; knife knives; leaf leaves; half halves; self selves; shelf
shelves; wolf wolves; thief thieves; loaf loaves; calf calves; bus buses; movie movies; series; species;
means; news; headquarters
"""
_ADJECTIVES = """
good better best; bad worse worst; far farther farthest further furthest; little less least; much more most
"""


def _forms(table: str) -> dict[str, str]:
    rows = [row.split() for row in table.replace("\n", " ").split(";")]
    return {form: row[0] for row in rows for form in (row[1:] or row)}


_PAST = {word: word for word in _SAME.split()} | _forms(_VERBS)
IRREGULAR: Mapping[str, Mapping[str, str]] = {
    "VB": _PAST,  # past tense and past participle, where the form is not the base form's
    "NN": _forms(_NOUNS),
    "JJ": _forms(_ADJECTIVES),
}
"""{first two letters of the tag: {form: lemma}}, all in lower case."""
