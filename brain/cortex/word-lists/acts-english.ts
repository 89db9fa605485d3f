/**
 * What people do and what happens to them, in the words of those who ask and of those who tell.
 * General language, which holds in any life: each line holds verbs with the nouns made of them and the
 * words that usually come with them.
 */
export const acts = `
injection injected injections jab jabs shot vaccine
deaf deafness hear hears hearing heard
blind blindness see sees sight eye eyes
numb numbness tingle tingling
lame limp limps limping
dizzy dizziness faint fainted
broke broken fracture fractured break breaks snapped cracked
sprain sprained twisted strain strained
bruise bruised blue swollen swelling
itch itches itchy itching rash
burn burnt burned scald scalded
bleed bled bleeding blood
diagnose diagnosis diagnosed says found
treat treated treatment cure cured heal healed therapy
operate operated operation surgery op surgeon theatre
prescribe prescribed prescription dose
recover recovered recovery better healed
rehabilitation rehab physio exercises
swallow swallowed ate eaten eat gulp
vomit sick threw
cough cold flu fever temperature
pregnant expecting expects born birth newborn baby due
weigh weighed weight grams kilos
asleep sleep slept sleeps nap awake
tired exhausted dead worn
fall fell slip slipped stumble stumbled trip tripped
limb arm leg wrist ankle
hearing-aid ear ears
therapist physio physiotherapist psychologist
relieve relieved relief
calm calmed quiet patient
brave courage courageous
embarrassed embarrassing ashamed shame awkward
jealous jealousy envy envious
proud pride
disappointed disappointment
surprise surprised surprising unexpected
cry cried crying tears wept weep
laugh laughed laughing funny joke
complain complained complaint grumble moan
praise praised compliment
thank thanks thanked gratitude grateful
apologise apologised apology sorry
forgive forgave forgiven
promise promised vow swore word
advise advised advice recommend recommended recommendation suggest
warn warned warning
refuse refused refusal decline declined reject rejected no
accept accepted agree agreed yes approve approved granted
allow allowed permit permitted permission let may
forbid forbidden banned prohibited rule
confess confessed admit admitted
boast boasted brag proud
lie lied liar untrue
secret secretly hide hid hidden conceal hush
gossip rumour
propose proposed proposal engaged engagement ring asked
marry married marries wedding marriage
wedding bride groom witness marry
split separate separated separating separation divorce divorcing
date dating seeing couple
adopt adopted adoption
inherit inherited inheritance heir will
raise rise increase increased higher up
reduce reduced reduction lower cut fewer less
earn earned earns salary paid pay wage
afford affordable savings saved save
spend spent spending cost
borrow borrowed loan mortgage lend credit
interest rate percent fixed
shortfall gap lacking missing short
advance deposit down-payment prepayment
subsidy grant funding granted subsidised
compensation compensate refund damages
overdue unpaid outstanding owing reminder
bankrupt bankruptcy insolvent
bid offer offered bidder
purchase purchasing purchased bought buyer buy
sale selling sold seller
lease leased tenancy rent rented hire
hire rent rental borrow loan
evict evicted notice
landlord owner proprietor
tenant lodger renter
neighbour neighbours next-door downstairs upstairs
renovate renovated renovation restore restored rebuild
decorate decorated decorating paint wallpaper
build built construct constructed construction erect
demolish demolished knock pulled
insulate insulation insulated
install installed installation fit fitted
dig dug digging hole foundation
assemble assembled put
dismantle dismantled apart
glue glued stick stuck
sew sewed sewing stitch stitched
polish polished
sand sanded sander grind grinding
carve carved carving
measure measured measurement measurements size
replace replaced replacement swap swapped exchange exchanged instead
break-down breakdown dead died failed failure
overheat overheated hot degrees warm
warm warmth heat heated heating
cold chilly freezing frozen
damp humid humidity wet moist
dry dried dries drying
dust dusty
dirt dirty filthy mud muddy
stink stinks stinking smell smells smelled scent odour
taste tasted tastes flavour
spoil spoiled rotten rot mould mouldy
pest insects beetles woodworm moths
harvest harvested crop picked pick
plant planted planting sow sowed sown
water watered watering
feed fed feeding
bark barked barking
bite bit bitten sting stung
escape escaped ran run-away
rescue rescued saved
catch caught
grow grew grown
arrive arrived arrival came landed
leave left leaving departure depart go
return returned back came-back
travel travelled travelling journey trip fly flew
drive drove drives driven lift ride
ride rode cycled bike
walk walked walking hike stroll
climb climbed climbing
swim swam swimming swum
jog jogged jogging running ran run
race raced racing marathon
train trained training practise
overtake overtook overtaken lapped passed
win won winner victory beat
lose lost losing defeat
compete competed competition
score scored result points
pass passed passing exam succeeded
fail failed failing failure
graduate graduated graduation degree
certificate certified certification exam qualification diploma
apprentice trainee intern internship apprenticeship training
master teacher sensei instructor
pupil student learner schoolchild
schoolmate schoolmates classmate class
literate read reads reading
write wrote written writing
spell spelt spelled misspelt spelling
translate translated translation
pronounce pronunciation accent
speak spoke speech address
quote quotation estimate offer
invoice bill billed
order ordered ordering
deliver delivered delivery arrived
collect collected pick fetched fetch
send sent post posted mailed
receive received got get
bring brought bringing
take took taken
carry carried carrying
lend lent lending borrowed
give gave given gift present
donate donated gave
share shared split
hang hung wall frame framed
pack packed packing suitcase
load loaded
store stored storage kept shed
throw threw thrown away
clean cleaned cleaning wash washed
cook cooked cooking
bake baked baking
serve served
eat ate eaten ate-up
drink drank drunk
celebrate celebrated celebration party
invite invited guests
dance danced dancing
sing sang sung singing singer song
perform performed performance concert gig stage
rehearse rehearsed rehearsal rehearsing practice
conductor choirmaster leader choir
choir chorus singers
singer vocalist voice sings
drummer drums drum
guitarist guitar
bassist bass
pianist piano
violinist violin
record recorded recording studio demo
release released releasing out
compose composed composition wrote
exhibit exhibited exhibition show gallery
artist painter potter sculptor
audience people crowd spectators
applause clapped cheering
ticket fine penalty
forfeit lose gave-up
renounce abstain fast lent gives-up
quit gave stop stopped
begin began begun start started
end ended finish finished over
continue continued carry-on
delay delayed late postponed
hurry hurried rush quick
wait waited waiting queue patience
cancel cancelled cancellation
apply applied application
register registered registration sign enrol enrolled
sign signed signature
contract clause terms agreement
negotiate negotiated negotiation haggle
settle settled settlement compromise
sue sued lawsuit court legal
object objected objection dispute
judge judged judgement opinion
prove proved proof evidence
inspect inspected inspection check checked survey surveyor
test tested testing trial try tried
approve approved approval sign-off
authority authorities office council
permit licence permission residence
citizenship passport nationality
insurer insurers insurance insure insured
claim claimed claims
accident crash crashed collision
steal stole stolen theft robbed
find found finder
lose lost loss misplaced
forget forgot forgotten
remember remembered memory
hide hid hiding hidden
lock locked padlock key
unlock open opened opening
close closed closing shut
switch switched turn turned off
connect connected connection network
wireless wifi wlan wi-fi
password code pin login
encrypt encryption encrypted key
update updated upgrade upgraded
install installed reinstalled setup
migrate migrated migration move moved cut-over switch
crash crashed outage down failed failure
slow slowly lag delay latency
overload overloaded full
expire expired expires ran-out
renew renewed renewal extend extended
alarm alert paged pager call
job vacancy post position role
colleague coworker workmate
promote promoted promotion
resign resigned retire retires retired retirement leaving
boss superior head chief manager
meet met meeting
visit visited visitors guests
stay stayed staying
live lived living
move moved moving relocation
photograph photographed photo picture
draw drew drawn drawing sketch
apartment flat home
garden allotment plot
wristwatch watch clock
timepiece watch clock
trousers pants jeans
spectacles glasses
sweet sweets candy
innards offal liver tripe kidney
poison poisonous toxic
pain hurts hurt ache sore
cosy comfortable comfy
uncomfortable hard
stingy mean
rich wealthy
poor broke
clever smart intelligent bright
stupid daft silly foolish
lazy idle
strict severe
shy quiet
former old ex previous
recent new latest
cheap bargain
free gratis
fake false
empty nothing
entire whole all
`;
