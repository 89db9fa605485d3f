/**
 * Words of everyday life that stand for each other. General language, written down once and not fitted to
 * any text; a line holds words near enough that a note about one may answer a question about another. A
 * word may stand in several lines.
 */
export const english = `
doctor physician gp clinic appointment
dentist tooth teeth dental
hospital clinic surgery operation ward
medicine medication drug pill prescription tablet
ill sick illness disease unwell diagnosed
allergy allergic intolerant intolerance avoid
pain ache hurt sore injury injured
pregnant pregnancy expecting baby due
exercise workout gym training fitness
run jog marathon race
weight diet kg pounds
sleep insomnia bed rest tired
glasses optician eyes lenses
vaccination vaccine jab shot
therapy therapist counselling psychologist physio
mother mum mom mama parents
father dad papa parents
brother sister sibling
husband wife spouse partner married
boyfriend girlfriend partner dating fiance fiancee
son daughter child kid
grandmother grandma granny nana
grandfather grandpa granddad
aunt uncle cousin relative
nephew niece
friend buddy mate pal
colleague coworker teammate workmate
boss manager supervisor lead
neighbour neighbor next-door
wedding marry married bride groom engagement
birthday born birth turned age
anniversary celebrate celebration party
present gift
die died death funeral passed
divorce separated split
dog puppy pet
cat kitten pet
vet veterinarian animal
house home flat apartment place
live living address reside moved
rent landlord lease tenant
move moved moving relocate relocation
mortgage loan credit
buy purchase bought order ordered
sell sold selling
price cost costs paid fee expense
money budget savings finances
salary wage pay income earn
tax taxes accountant
bill invoice payment
bank account
insurance policy cover insured
cheap inexpensive affordable discount
expensive pricey costly
debt owe owes lent borrowed lend borrow
refund return reimburse
kitchen cook cooking oven stove
garden yard plants planting
repair fix mend broken plumber
electrician electricity power wiring
heating boiler radiator
leak leaking water pipe
furniture sofa couch table chair
paint painted painting colour color
key keys lock spare
cleaner cleaning clean
bin rubbish trash garbage waste
washing laundry washer machine
car vehicle auto automobile drive
bike bicycle cycle cycling
motorbike motorcycle scooter
bus train tram subway metro transport
garage mechanic workshop
petrol gas fuel diesel charging
licence license permit
plate registration
parking park
accident crash collision
trip journey travel holiday vacation
flight fly plane airline airport
hotel accommodation stay hostel airbnb booking
ticket tickets booking reservation
reserve book booked reservation
passport visa
luggage suitcase baggage bag
hike hiking trail walk mountain
beach sea coast
camping tent campsite
train railway station
abroad overseas foreign
food eat meal dish
breakfast lunch dinner supper meal
restaurant cafe bistro diner
vegetarian vegan meat
recipe cook cooking bake baking ingredient
cake dessert sweet pudding
drink beverage
coffee espresso latte
wine beer alcohol
fruit vegetable
supermarket groceries shopping
favourite favorite prefer preference likes loves
like love enjoy fond
hate dislike
job work position role career employment
employer company firm workplace office
hire hired hiring recruit
fired dismissed laid redundancy quit resign
interview application apply candidate
meeting call appointment conference
project task initiative
deadline due deliver
client customer
contract agreement
presentation talk slides pitch
report document paper
promotion promoted raise
colleague team department
start began begin join joined
finish complete completed done end
cancel cancelled canceled called-off
postpone postponed delayed moved rescheduled
plan planned planning intend
decide decided decision choose chose agreed settled
reason why because
problem issue trouble bug error
solve solution fix fixed
idea suggestion proposal
help support assist
computer laptop notebook machine pc
phone mobile cell smartphone
number phone telephone contact
email mail e-mail address
password pin code passphrase
internet wifi wi-fi broadband router network
software program app application tool
website site page web
server host hosting deploy deployment
database db postgres sql
code coding programming program
language speak speaks
backup copy storage
printer print
camera photo photos picture
screen monitor display
headphones earbuds headset
school class teacher lesson
teacher tutor instructor coach
university college degree studied study
course class lesson workshop
exam test grade
learn learning study practise practice
book novel read reading author
film movie cinema
series show tv television
music song band album concert
concert gig show festival
instrument guitar piano violin
play played game
sport football soccer tennis
team club
hobby pastime interest
museum exhibition gallery
theatre theater play
club member membership
subscription subscribe subscribed plan
church temple mosque
weather rain sunny storm
child childhood kid young
old age years elderly
small little tiny
big large huge
quick fast rapid
name called named
city town village place
country nation
street road avenue address
doctor dr
shop store boutique market
clothes clothing jacket dress shirt wear
shoes boots sneakers trainers size
ring jewellery jewelry necklace
hair hairdresser barber haircut
colour color
noise loud noisy
theft stolen steal thief burglary
police officer
lawyer solicitor attorney legal
donate donation charity
volunteer volunteering
delivery deliver parcel package shipment courier
letter post mail
lost missing lose misplaced
found find discovered
store keep kept put stored hidden
remind reminder remember forget
visit visited visiting guest stay
invite invited invitation
meet met introduced
argue argument fight quarrel
afraid fear scared phobia
happy glad pleased
sad upset unhappy
angry annoyed furious
worried anxious nervous stress stressed
`;

/** Kinds of things: who asks for the kind means one of them, not the other way round. */
export const kinds = `
food foodstuff eat diet: bread cheese milk dairy cream butter egg fish meat pork beef chicken nut peanut fruit vegetable rice pasta soup gluten seafood mushroom onion garlic chocolate honey
confectionery candy sweet: chocolate caramel mint toffee biscuit cookie cake marzipan liquorice
drink beverage: water tea coffee beer wine juice whisky cider milk lemonade
fruit: apple pear plum cherry strawberry raspberry orange lemon banana grape
vegetable: tomato potato carrot onion cabbage bean pea pumpkin courgette
cookware dishes crockery: pan pot kettle bowl plate cup mug saucepan
cutlery: fork spoon knife
meal: breakfast lunch dinner supper picnic barbecue
relative family kin: mother father mum dad brother sister aunt uncle cousin grandmother grandfather son daughter nephew niece parents
child offspring: son daughter boy girl baby twin toddler
pet animal: dog cat rabbit hamster parrot horse puppy kitten goldfish
animal creature: dog cat horse cow sheep pig goat fox bird bee hen chicken seal fish spider mouse
insect: bee wasp ant moth beetle fly mosquito
bird: hen duck goose swan gull crow owl
tool power equipment: drill saw sander hammer screwdriver plane chisel grinder spanner
furniture antique: chair table desk cupboard wardrobe shelf bed sofa armchair chest drawer secretaire bench stool
appliance device: fridge freezer dishwasher washer oven kettle toaster dryer microwave
vehicle transport: car van bus train tram bike bicycle motorbike lorry boat ferry plane
tune music song: melody track chorus verse album single
instrument: guitar bass piano violin cello drum flute trumpet saxophone accordion organ
group: band choir team club orchestra class
penalty punishment: fine ticket sanction detention
money currency price sum amount: euro pound dollar yen franc cent quid
income: salary wage pay rent pension bonus
payment debt: invoice deposit instalment bill refund loan mortgage
sight vision eyesight: eye glasses lens cataract optician
hearing: ear earplug audiologist
body limb injury: arm leg hand foot knee hip shoulder elbow wrist ankle heel back neck finger toe
joint: knee hip shoulder elbow wrist ankle
skin: rash blister itch eczema sunburn
illness disease complaint condition: flu cold fever cough infection allergy asthma diabetes migraine arthritis
treatment cure remedy: injection physio operation tablet ointment therapy splint cast bandage
medicine: tablet pill antibiotic ibuprofen paracetamol antihistamine ointment inhaler
operation surgery: implant replacement surgeon anaesthetic
exam investigation checkup: x-ray scan ultrasound mri test
job occupation profession trade: nurse doctor teacher engineer carpenter plumber baker lawyer driver paramedic joiner electrician cook architect journalist accountant farmer
trainee: apprentice intern student pupil
craftsman tradesman handyman: carpenter plumber electrician roofer joiner painter tiler bricklayer
lawyer: solicitor attorney notary
official authority office: council ministry registry embassy consulate police
clothes outfit garment: coat jacket shirt dress trousers jeans jumper sweater scarf hat glove sock suit skirt uniform costume
footwear: shoe boot sandal sneaker slipper
jewellery: ring necklace bracelet earring brooch watch
material fabric: wood oak leather linen cotton wool silk velvet metal steel copper clay
colour: red blue green yellow black white grey brown pink orange purple
container: box bag bucket basket jar bottle tin crate
room: kitchen bathroom bedroom cellar attic hall study balcony
building: house flat barn church school station tower workshop shed
seaside coast: beach sea wave sand harbour shore
mountains: summit peak hut ridge valley
water: river lake sea canal pond
bad weather: rain storm snow hail sleet wind fog
party festivity celebration: birthday wedding anniversary house-warming christening reception
wedding: bride groom ring witness fiance engaged
romance affection: love letter kiss darling date
religion: church mosque temple priest prayer
holiday: easter christmas whitsun carnival new-year
carnival: costume mask parade
sport: football tennis running swimming cycling climbing rowing skiing
race competition contest: marathon tournament match final heat
prize award: medal trophy cup certificate
hobby pastime: photography painting knitting gardening fishing chess pottery
publication text: book article letter poem report newspaper magazine
record document papers: certificate contract passport licence permit visa deed
software programme: app database server script plugin
computer device gadget: laptop phone tablet printer router keyboard monitor camera
failure outage incident: crash error alert page alarm bug downtime
message: email letter text call postcard telegram
language: english german french spanish italian japanese arabic russian turkish chinese polish
region country: germany france italy spain scotland england japan austria switzerland
plant: flower rose tree tomato herb hedge lavender
tree: oak beech apple birch pine maple
dispute quarrel conflict: lawsuit settlement lawyer complaint objection appeal
sale deal: buyer seller offer contract price
lodging overnight: hotel hostel tent hut guesthouse campsite
accident mishap: crash fall cut burn sting fracture
damage: crack leak mould dent scratch rust rot damp
`;
