"""English words that say much the same in news, medicine, law, software and firms, a group a line. Data only.

A group's words stand for one another in an alignment, at less than full quality. A word may be in several groups; its
groups do not run together. Words that are opposites, or of which one names a kind of the other that matters
(daughter and child), are in none.
"""

from __future__ import annotations

SYNONYM_GROUPS = """
accident crash collision
accuse charge indict
accused defendant suspect
acquit clear exonerate
admission entry fee
advise recommend suggest counsel
affect influence impact
afraid fearful scared
agree consent accept
agreement accord deal treaty pact contract
alarm warning alert
allow permit let enable entitle
amount sum quantity
anger fury rage
announce declare disclose state report
appeal challenge
apparatus device machine equipment appliance
argue contend maintain claim assert
arise emerge appear
army military troops forces
arrest detain apprehend
assess evaluate judge appraise
assign allocate allot
assistance help aid support
authorise approve permit sanction clear
automatic automated
bankrupt insolvent
bar prohibit forbid ban prevent
beginning start onset outset
behaviour conduct
benefit advantage profit
blame fault responsibility
blaze fire
block obstruct prevent
boost increase raise lift
border frontier boundary
branch outlet office
brave courageous
brief short
bug defect fault flaw error
burn blaze
cancel scrap abandon
candidate applicant contender
careful cautious
carry transport convey bear
cautious warn caution
charge fee price cost
chilly cold cool
choose opt pick select
citizen national
clean purify
climb ascend rise
collapse crumble fail
commence begin start
comment remark observation
common widespread frequent
compel force oblige require
compensation damages
complain object protest
complete finish finalise
component part element piece
concern worry
confirm verify uphold affirm
uphold maintain sustain confirm
consequence result outcome effect
consumer customer client buyer shopper purchaser
conviction guilty convict
copy duplicate
correct right accurate
court tribunal
crash collide
crime offence offense
crop harvest yield
crucial essential vital key
cut reduce lower slash trim
danger risk hazard peril
dangerous risky hazardous
deadly fatal lethal
decide rule determine resolve
decision ruling verdict judgment judgement
decrease drop fall decline
delay postpone defer
delayed late behind
demand require request
deny dispute
departure exit
designer architect
detain hold custody
deteriorate worsen
different distinct other
difficult hard tough
diminish lessen shrink
disaster catastrophe
disclose reveal
disease illness ailment sickness
dismiss reject throw discard
dispatch send ship
doctor physician medic
dose dosage
double twice
drug medicine medication medicament
duty obligation responsibility
dwelling house home residence
earn gain make
earnings income profit
earthquake quake tremor
educate teach train
elderly old aged senior
elect vote choose
eliminate remove abolish
employee staff worker personnel
employ hire recruit engage
engine motor
enlarge expand extend
enough sufficient adequate
ensure guarantee secure
error mistake fault
establish found create
estimate reckon
examination test check exam
examine inspect check test
expand grow extend
expense cost outlay
expert specialist
explode blast burst
explosion blast
fake false counterfeit
famous known renowned celebrated
fast rapid quick
fellow colleague
finish end complete
firm company business
fix mend repair patch
flat apartment
flight plane
foreign overseas
forward striker
free gratis
fresh new
gather collect assemble
get receive obtain
gift donation
goods product merchandise item
grant give award
guilty culpable
halt stop cease
halve half
happen occur arise
harm injure damage hurt
hear learn
heart cardiac
height altitude
holiday vacation leave
hospital clinic infirmary
hotel inn
house home building
huge vast enormous
ill sick unwell
imprison jail
jail prison
improve enhance better
incident event occurrence
include contain cover comprise
increase grow rise
inform notify tell
initial first
injure wound hurt
injury wound
inquiry investigation probe
instruct order direct
insurance insurer cover
intend plan aim
introduce bring
investigate probe examine
isolate separate
issue problem matter
jobless unemployed unemployment
judge magistrate justice
keep retain maintain preserve
lack shortage
landlord owner lessor
lawmaker legislator deputy parliamentarian
law statute act legislation
lawsuit suit case
lawyer attorney solicitor barrister
leaf page
lease rent let
lender bank
lessen reduce
liable responsible
likelihood probability chance
likely probable
limit cap restrict ceiling
lorry truck
lose forfeit
loss deficit
main principal
maker manufacturer producer
mandatory compulsory obligatory required
manual handbook guide
measure step
meet encounter
meeting assembly session
merge combine unite
method approach technique
minister secretary
miss overlook neglect
mobile phone cellphone
money cash
monitor observe watch
nation country state
nearly almost close
newborn baby infant
notice notify
obey comply follow
obtain get acquire
occupy hold
office post
online web internet
operate run function
operation surgery operate
opponent rival competitor
oppose object
order command instruct
origin source
outbreak epidemic
owner proprietor holder
ownership own
painting picture
part portion share
passenger traveller traveler
pay salary wage remuneration
payment pay
peak summit top
penalty punishment fine
people person resident
permission consent authorisation authorization approval leave
phase stage
photograph photo picture
pilot trial
place put
planned scheduled intended
plant factory works
plan scheme programme program project
police officer
poor bad
position post
possess own have hold
power electricity
presumably probably
previous earlier prior former
prize award
problem issue trouble
procedure process
promise pledge vow
proof evidence
property estate
proposal plan suggestion
propose suggest
protest demonstration
prove show demonstrate
provide supply give offer furnish
provision clause
punish penalise penalize
purchase buy acquire acquisition buyer purchaser
purpose aim
qualify eligible
quit leave resign
quiet dormant
rate share percentage
reach arrive
ready prepared
reason cause ground
recall remember
recover heal
refund reimburse repay
refuse decline reject
register enrol enroll
regulator authority watchdog
relapse recur
release publish launch issue
relocate move
remain stay
remove delete
renew extend
repeal abolish
replace substitute
request ask
rescue save
research study investigation
researcher scientist investigator
resident inhabitant local
respond answer reply
retail shop
revenue sales turnover income
reverse overturn
review check
revise amend update modify
revoke withdraw
reward prize
right entitlement
road street highway
robbery theft
role part
room chamber
rule regulation policy
safe secure
sanction penalty
scheduled planned due
scholarship grant
screen display
search look
security safety
sentence term
serious severe grave
share stock
shareholder stockholder investor
shop store
show exhibit display
shrink contract reduce smaller
shut close
significant considerable substantial notable
silent quiet
single sole one only
site place location
situation circumstance
software program application app
solution fix answer
specify state define
speed pace velocity
spend pay expend
spokesman spokeswoman spokesperson
statement declaration
steal rob
strategy plan
strike walkout stoppage
strong powerful
submit file lodge
subsidy grant
subsidiary unit
succeed follow
successor succeed
sue suit litigation lawsuit
supervisor manager boss superior
survey poll questionnaire
suspend halt
talks negotiation negotiate
target aim
task job duty
tax levy
team crew
tenant renter lessee
term period
terminate end
test trial check exam
testimony statement evidence
therapy treatment
threat danger
tiny small
trade commerce
transfer move
trial test study
trip journey voyage
update upgrade
urge call press
use usage utilise
usual customary normal
vaccine jab shot
vehicle car automobile
version edition release
view opinion
vote ballot
vulnerability hole flaw
weak feeble
wealthy rich
weapon arm
website site
wed marry
win secure
withdraw retract
witness eyewitness
woman female
wood timber
work function
wrong incorrect
yearly annual
young juvenile
"""
