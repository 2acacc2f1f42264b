"""English abbreviations and opening words that decide whether a full stop ends a sentence."""

from __future__ import annotations

from .word_lists import word_set

NEVER_ENDING_ABBREVIATIONS = word_set(
    """
    adj adm adv approx art assoc asst attn bros brig capt cf ch cmdr col comdr cpl dept det dist dr drs ed
    eds eg eq eqs est excl exec fig figs fr fwd gen gov govt hon hr ie incl insp intl lat lieut lon lt maj
    max mgr min misc mlle mme mr mrs ms msgr mt nat'l natl nos op pp pres prof prop pt rep reps res rev rt
    sec sect sen sens sgt spc st supt tel temp univ viz vol vols vs i.e e.g a.k.a c.f v.s
    """
)
"""A name, a number or the rest of a phrase always follows."""

ENDING_ABBREVIATIONS = word_set(
    """
    al am apr aug ave blvd bldg ca cal cent co corp cos ct dec div esq est etc feb ft fri gal hrs ibid in
    inc jan jr jul jun km lb lbs ltd mar mins mo mon mph no nov nr oct oz pl plc pm pvt rd sat sep sept sq
    sr sun thu thur thurs tue tues tsp wed wk yd yr yrs dc ph.d phd b.a m.a b.sc m.sc ll.b ll.m u.s u.k
    u.n e.u
    """
) - {"am", "in", "sat", "sun", "mar", "mon", "no", "cent", "pm", "wed", "mo", "pl", "rd", "dec", "phd"}
"""May also stand last in a sentence; then an ordinary opening word follows. Those that are also words are
left out.
"""

UNIT_ABBREVIATIONS = word_set("ft gal hr hrs km lb lbs min mins mph oz sec sq tsp yd yr yrs am pm")
"""Units of measure: after a number they end the sentence before any capital letter."""

_STARTERS = """
    a about above according across actually additionally after all although among an and another any as at
    because before besides between both but by can consequently critics despite did do does during each
    either even eventually every everyone finally first following for four from furthermore given had has
    have he hence her here his how however i if in indeed initially instead is it its last later like many
    meanwhile moreover most my neither nevertheless next no none nonetheless nor not nothing notably now
    of often on once one only or other others our over overall perhaps previously prior rather recently
    second several she similarly since so some soon sometimes still subsequently such that the their then
    there therefore these they third this those though three through throughout thus to today together two
    under unlike until upon was we were what when where whereas whether which while who whose why with
    within without yet you your
"""
SENTENCE_STARTERS = frozenset(word.capitalize() for word in _STARTERS.split())
"""Words that open a sentence far more often than they follow an abbreviation inside one."""
