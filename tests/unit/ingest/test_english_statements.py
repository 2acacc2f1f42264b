"""What is told apart and what stays together, sentence by sentence: the conventions of docs/claims.md in examples.

The trees are those of `tests/data/english_trees.conllu`, so that no model is needed.
"""

from __future__ import annotations

from ud_trees import english_claims as claims
from ud_trees import english_trees, parsed

from claimgraph.ingest.statements.english import read_english


def test_conjoined_predicates_are_told_apart() -> None:
    assert claims("The parser reads the file, builds a tree and returns it to the caller.") == [
        "The parser reads the file.",
        "The parser builds a tree.",
        "The parser returns it to the caller.",
    ]


def test_conjoined_participles_share_their_auxiliary() -> None:
    assert claims("The act was passed by parliament in 1998, amended in 2005 and repealed in 2019.") == [
        "The act was passed by parliament.",
        "The act was passed in 1998.",
        "The act was amended in 2005.",
        "The act was repealed in 2019.",
    ]


def test_conjoined_predicates_share_a_modal_verb() -> None:
    assert claims("Managers must approve requests within five days and inform the employee in writing.") == [
        "Managers must approve requests within five days.",
        "Managers must inform the employee in writing.",
    ]


def test_an_object_behind_two_verbs_belongs_to_both() -> None:
    assert claims("The firm makes and sells electric bicycles.") == [
        "The firm makes electric bicycles.",
        "The firm sells electric bicycles.",
    ]


def test_what_stands_before_the_subject_bears_on_all_predicates() -> None:
    assert claims("In 2019, the university opened a campus in Dubai and launched a degree in robotics.") == [
        "The university opened a campus in Dubai.",
        "The university opened a campus in Dubai in 2019.",
        "In 2019, the university launched a degree in robotics.",
    ]


def test_what_is_said_of_each_subject_is_told_of_each() -> None:
    assert claims("Oslo and Bergen are large cities in Norway.") == [
        "Oslo is a large city in Norway.",
        "Bergen is a large city in Norway.",
    ]


def test_what_is_said_of_subjects_together_stays_together() -> None:
    assert claims("Alice Brown and Peter Green married in Rome in 2004.") == [
        "Alice Brown and Peter Green married in Rome.",
        "Alice Brown and Peter Green married in 2004.",
    ]


def test_a_number_of_subjects_stays_together() -> None:
    assert claims("Oslo and Bergen are two large cities in Norway.") == [
        "Oslo and Bergen are two large cities in Norway.",
    ]


def test_each_of_several_subjects_takes_its_own_verb() -> None:
    assert claims("Both Mr. Parry and Ms. Doyle were bleeding badly.") == [
        "Mr. Parry was bleeding badly.",
        "Ms. Doyle was bleeding badly.",
    ]


def test_members_of_a_list_of_objects_are_told_apart() -> None:
    assert claims("The new law bans plastic bags, straws and cutlery, and it will take effect on 1 July 2026.") == [
        "The new law bans plastic bags.",
        "The new law bans straws.",
        "The new law bans cutlery.",
        "It will take effect on 1 July 2026.",
    ]


def test_alternatives_stay_together() -> None:
    assert claims("The API returns JSON or XML.") == [
        "The API returns JSON or XML.",
    ]


def test_what_lies_between_two_things_stays_together() -> None:
    assert claims("The Treaty of Lund, signed in 1412, ended the war between the two kingdoms.") == [
        "The Treaty of Lund ended the war between the two kingdoms.",
        "The Treaty of Lund was signed in 1412.",
    ]


def test_a_title_with_and_in_it_stays_whole() -> None:
    assert claims("Johnson and Johnson produces bandages.") == [
        "Johnson and Johnson produces bandages.",
    ]


def test_qualities_of_a_predicate_noun_are_told_apart() -> None:
    assert claims("Hypertension is a chronic condition that affects the heart, the kidneys and the brain.") == [
        "Hypertension is a condition.",
        "Hypertension is chronic.",
        "Hypertension affects the heart.",
        "Hypertension affects the kidneys.",
        "Hypertension affects the brain.",
    ]


def test_several_qualities_are_told_apart() -> None:
    assert claims(
        "Kotlin is a modern, statically typed programming language developed by JetBrains and used for Android apps."
    ) == [
        "Kotlin is a programming language.",
        "Kotlin is modern.",
        "Kotlin is statically typed.",
        "Kotlin was developed by JetBrains.",
        "Kotlin is used for Android apps.",
    ]


def test_adjectives_that_do_not_hold_alone_stay() -> None:
    assert claims("Kyoto, the former capital of Japan, has over 2,000 temples and shrines.") == [
        "Kyoto has over 2,000 temples.",
        "Kyoto has shrines.",
        "Kyoto is the former capital of Japan.",
    ]


def test_a_superlative_stays_with_its_noun() -> None:
    assert claims("Lake Mead is the largest reservoir in the United States.") == [
        "Lake Mead is the largest reservoir in the United States.",
    ]


def test_one_article_and_one_complement_serve_two_nouns() -> None:
    assert claims("Maria Chen is the founder and chief executive of Solara.") == [
        "Maria Chen is the founder of Solara.",
        "Maria Chen is the chief executive of Solara.",
    ]


def test_adjuncts_of_a_passive_are_told_apart() -> None:
    assert claims("Nordbank was founded in Stockholm in 1856 by Anders Wall and merged with Sydbank in 1998.") == [
        "Nordbank was founded in Stockholm.",
        "Nordbank was founded in 1856.",
        "Nordbank was founded by Anders Wall.",
        "Nordbank merged with Sydbank.",
        "Nordbank merged with Sydbank in 1998.",
    ]


def test_a_transitive_verb_keeps_its_object_with_each_adjunct() -> None:
    assert claims("France and Germany signed the treaty in 1963.") == [
        "France signed the treaty.",
        "Germany signed the treaty.",
        "France signed the treaty in 1963.",
        "Germany signed the treaty in 1963.",
    ]


def test_amounts_keep_their_adjuncts() -> None:
    assert claims("The company sold 300 cars in Norway in 2020.") == [
        "The company sold 300 cars in Norway in 2020.",
    ]


def test_a_change_keeps_its_adjuncts() -> None:
    assert claims("Revenue rose 5% to 3.2 billion euros in 2023.") == [
        "Revenue rose 5% to 3.2 billion euros in 2023.",
    ]


def test_a_date_is_one_adjunct() -> None:
    assert claims("The treaty was signed in Vienna on 3 May 1815 and ratified by all parties.") == [
        "The treaty was signed in Vienna.",
        "The treaty was signed on 3 May 1815.",
        "The treaty was ratified by all parties.",
    ]


def test_a_permission_keeps_its_adjuncts() -> None:
    assert claims("Employees may work from home on Mondays and Fridays.") == [
        "Employees may work from home on Mondays.",
        "Employees may work from home on Fridays.",
    ]


def test_a_restriction_keeps_its_adjuncts() -> None:
    assert claims("Only members can vote in the annual meeting.") == [
        "Only members can vote in the annual meeting.",
    ]


def test_a_free_relative_clause_is_a_claim() -> None:
    assert claims("Dr. Elena Ruiz, who founded the clinic in 2009, received an award from the ministry.") == [
        "Dr. Elena Ruiz received an award from the ministry.",
        "Dr. Elena Ruiz founded the clinic.",
        "Dr. Elena Ruiz founded the clinic in 2009.",
    ]


def test_a_restrictive_relative_clause_stays() -> None:
    assert claims("The novel tells the story of a boy who grows up in a village in Kerala.") == [
        "The novel tells the story of a boy who grows up in a village in Kerala.",
    ]


def test_a_relative_clause_with_its_own_subject_takes_the_antecedent() -> None:
    assert claims("Vitamin D, which the skin produces in sunlight, helps the body.") == [
        "Vitamin D helps the body.",
        "The skin produces Vitamin D.",
        "The skin produces Vitamin D in sunlight.",
    ]


def test_an_object_told_of_again_is_definite() -> None:
    assert claims("The town lies on the river Aare and has a castle, which was built in the 12th century.") == [
        "The town lies on the river Aare.",
        "The town has a castle.",
        "The castle was built in the 12th century.",
    ]


def test_part_of_what_was_named_is_told_of_it() -> None:
    assert claims("The ship carried 86 passengers, none of whom were injured.") == [
        "The ship carried 86 passengers.",
        "None of the 86 passengers were injured.",
    ]


def test_an_opening_participle_is_a_claim_of_the_subject() -> None:
    assert claims("Built in 1902 and renovated in 1998, the station serves 40,000 passengers a day.") == [
        "The station serves 40,000 passengers a day.",
        "The station was built in 1902.",
        "The station was renovated in 1998.",
    ]


def test_a_closing_participle_is_a_claim_of_the_subject() -> None:
    assert claims("A fire broke out at the refinery, injuring four workers.") == [
        "A fire broke out at the refinery.",
        "A fire injured four workers.",
    ]


def test_a_state_is_in_the_present() -> None:
    assert claims("Mount Elbrus is a dormant volcano located in the Caucasus Mountains in Russia.") == [
        "Mount Elbrus is a volcano.",
        "Mount Elbrus is dormant.",
        "Mount Elbrus is located in the Caucasus Mountains in Russia.",
    ]


def test_an_apposition_is_a_claim() -> None:
    assert claims("Jonas Salk, an American virologist, developed one of the first successful polio vaccines.") == [
        "Jonas Salk developed one of the first successful polio vaccines.",
        "Jonas Salk was a virologist.",
        "Jonas Salk was American.",
    ]


def test_a_name_stands_for_its_description() -> None:
    sentence = "The airline's chief executive, Maria Lopez, resigned on Monday after a dispute with the board."

    assert claims(sentence) == [
        "Maria Lopez resigned on Monday.",
        "Maria Lopez resigned after a dispute with the board.",
        "Maria Lopez was the airline's chief executive.",
    ]


def test_a_title_before_a_name_stays() -> None:
    assert claims("The novelist Ann Reed and the poet Carl Holm were born in Turin.") == [
        "The novelist Ann Reed was born in Turin.",
        "The poet Carl Holm was born in Turin.",
    ]


def test_examples_stand_for_their_kind() -> None:
    assert claims("Postgres supports data types such as JSON, arrays and ranges.") == [
        "Postgres supports JSON.",
        "Postgres supports arrays.",
        "Postgres supports ranges.",
    ]


def test_included_members_are_told_beside_the_whole() -> None:
    assert claims("Patients with diabetes, including pregnant women, should monitor their blood sugar.") == [
        "Patients with diabetes should monitor their blood sugar.",
        "Pregnant women should monitor their blood sugar.",
    ]


def test_an_acronym_gives_no_claim() -> None:
    sentence = "The World Trade Organization (WTO) was established in 1995 and has its headquarters in Geneva."

    assert claims(sentence) == [
        "The World Trade Organization was established in 1995.",
        "The World Trade Organization has its headquarters in Geneva.",
    ]


def test_years_of_life_are_claims() -> None:
    assert claims("Marta Silva (1920-1988) was a Portuguese painter who lived in Porto.") == [
        "Marta Silva was a painter.",
        "Marta Silva was Portuguese.",
        "Marta Silva lived in Porto.",
        "Marta Silva was born in 1920.",
        "Marta Silva died in 1988.",
    ]


def test_what_a_source_says_stays_with_its_source() -> None:
    assert claims("The minister announced that schools would reopen in May and that exams would be postponed.") == [
        "The minister announced that schools would reopen in May.",
        "The minister announced that exams would be postponed.",
    ]


def test_what_a_source_says_of_itself_stays_with_its_source() -> None:
    assert claims("Rex Motors said on Friday that it would recall 20,000 cars and offer free repairs.") == [
        "Rex Motors said on Friday that it would recall 20,000 cars.",
        "Rex Motors said on Friday that it would offer free repairs.",
    ]


def test_according_to_is_a_source() -> None:
    assert claims("According to the report, unemployment fell in March and wages increased.") == [
        "According to the report, unemployment fell in March.",
        "According to the report, wages increased.",
    ]


def test_a_condition_stays_with_each_consequence() -> None:
    assert claims(
        "If an employee resigns, the employer must pay all outstanding wages and return personal documents."
    ) == [
        "If an employee resigns, the employer must pay all outstanding wages.",
        "If an employee resigns, the employer must return personal documents.",
    ]


def test_parallel_conditions_are_two_claims() -> None:
    assert claims(
        "If an invoice is paid within ten days, a discount applies; if it is paid after 60 days, interest is charged."
    ) == [
        "If an invoice is paid within ten days, a discount applies.",
        "If it is paid after 60 days, interest is charged.",
    ]


def test_negation_stays() -> None:
    assert claims("Ibuprofen reduces fever and relieves pain, but it does not treat infections.") == [
        "Ibuprofen reduces fever.",
        "Ibuprofen relieves pain.",
        "It does not treat infections.",
    ]


def test_neither_nor_stays_whole() -> None:
    assert claims("Neither the bank nor its auditors commented on the report.") == [
        "Neither the bank nor its auditors commented on the report.",
    ]


def test_a_concession_is_a_claim() -> None:
    assert claims("Although the software is free, support costs 50 dollars per month.") == [
        "Support costs 50 dollars per month.",
        "The software is free.",
    ]


def test_a_cause_is_told_with_its_effect_and_by_itself() -> None:
    assert claims("Because the pump failed, the plant was shut down for two days.") == [
        "Because the pump failed, the plant was shut down for two days.",
        "The pump failed.",
    ]


def test_a_purpose_is_a_fact_of_its_own() -> None:
    assert claims("Git was created by Linus Torvalds in 2005 to manage the Linux kernel.") == [
        "Git was created by Linus Torvalds.",
        "Git was created in 2005.",
        "Git was created to manage the Linux kernel.",
    ]


def test_an_opinion_beside_a_fact_is_told_apart() -> None:
    assert claims("Python is lovely and was created by Guido van Rossum.") == [
        "Python is lovely.",
        "Python was created by Guido van Rossum.",
    ]


def test_a_connective_is_dropped_but_covered() -> None:
    assert claims("However, the bank closed its branch in Lyon.") == [
        "The bank closed its branch in Lyon.",
    ]


def test_there_is_stays_as_it_is() -> None:
    assert claims("There are five lakes in the park.") == [
        "There are five lakes in the park.",
    ]


def test_quoted_speech_keeps_its_speaker() -> None:
    assert claims('"We have no plans to sell the division," said Marcus Hill, the chief executive.') == [
        '"We have no plans to sell the division," said Marcus Hill.',
        "Marcus Hill was the chief executive.",
    ]


def test_an_opinion_is_marked_where_the_fact_beside_it_is_not() -> None:
    statements = read_english(parsed(english_trees()["Python is lovely and was created by Guido van Rossum."]), {})

    assert [statement.checkable for statement in statements] == [False, True]


def test_a_pronoun_without_a_referent_marks_its_claim() -> None:
    sentence = "The new law bans plastic bags, straws and cutlery, and it will take effect on 1 July 2026."

    statements = read_english(parsed(english_trees()[sentence]), {})

    assert [statement.standalone for statement in statements] == [True, True, True, False]


def test_what_limits_a_claim_stays_with_it() -> None:
    found = claims("By default, the service listens on port 8080 and writes logs.")

    assert found == ["By default, the service listens on port 8080.", "By default, the service writes logs."]


def test_duties_that_to_opens_are_told_apart() -> None:
    assert claims("The directive obliges states to protect witnesses and to open offices.") == [
        "The directive obliges states to protect witnesses.",
        "The directive obliges states to open offices.",
    ]


def test_one_of_several_things_is_not_described_by_its_adjective() -> None:
    assert claims("The main effects are nausea and a dry mouth.") == [
        "The main effects are nausea.",
        "The main effects are a dry mouth.",
    ]


def test_what_was_done_first_keeps_its_time_and_place() -> None:
    assert claims("The drug was first used in hospitals in 1943.") == ["The drug was first used in hospitals in 1943."]
