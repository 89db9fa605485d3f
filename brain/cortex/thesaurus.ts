/**
 * Words of everyday life that stand for each other, so that a question finds a note which says the
 * same thing otherwise. General language, in English and German, written down once and not fitted to
 * any text; a line holds words near enough that a note about one may answer a question about another.
 * A word may stand in several lines.
 */
import { fold, termOf } from './terms.ts';
import { clippings, translations } from './two-languages.ts';

const english = `
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
const kinds = `
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

const german = `
arzt hausarzt praxis doktor termin
zahnarzt zahn zahne
krankenhaus klinik operation
medikament medizin tablette rezept arznei
krank krankheit
allergie allergisch unvertraglich
schmerz schmerzen weh verletzung
mutter mama eltern
vater papa eltern
bruder schwester geschwister
mann ehemann gatte frau ehefrau partner partnerin verheiratet
sohn tochter kind kinder
oma grossmutter
opa grossvater
tante onkel cousin cousine
freund freundin kumpel
kollege kollegin mitarbeiter
chef chefin vorgesetzter leiter
nachbar nachbarin
hochzeit heiraten verheiratet
geburtstag geboren alter
geschenk schenken
hund haustier
katze kater haustier
wohnung haus zuhause
wohnen wohnt adresse anschrift
miete vermieter mietvertrag
umzug umziehen umgezogen
kaufen gekauft bestellen bestellt besorgen
verkaufen verkauft
preis kosten kostet bezahlt gebuhr
geld budget ersparnisse
gehalt lohn verdienst verdienen
steuer steuern finanzamt
rechnung zahlung
bank konto
versicherung police versichert
kuche kochen
garten pflanzen
reparatur reparieren kaputt handwerker
heizung heizkorper
mobel sofa tisch stuhl
schlussel schloss
auto wagen fahrzeug pkw
fahrrad rad
zug bahn bahnhof
werkstatt mechaniker
reise urlaub ferien
flug fliegen flugzeug flughafen
hotel unterkunft pension
karte ticket fahrkarte
reisepass pass ausweis
koffer gepack
wandern wanderung berg
essen mahlzeit gericht
fruhstuck mittagessen abendessen
restaurant lokal gaststatte
vegetarisch vegan fleisch
rezept kochen backen
kaffee espresso
lieblings mag gern liebt
arbeit job stelle beruf
firma unternehmen betrieb arbeitgeber buro
besprechung sitzung meeting treffen
projekt aufgabe vorhaben
frist termin abgabe
kunde auftraggeber
vertrag vereinbarung
absagen abgesagt
verschieben verschoben verlegt
planen plan vorhaben
entscheiden entschieden entscheidung beschlossen
problem fehler storung
rechner computer laptop
handy telefon smartphone
nummer telefonnummer
passwort kennwort
internet wlan router
schule lehrer unterricht
universitat studium studieren hochschule
kurs unterricht lehrgang
prufung klausur test
buch roman lesen
film kino
musik lied konzert
verein mitglied mitgliedschaft
stadt dorf ort
strasse weg adresse
laden geschaft markt
kleidung jacke hemd
schuhe stiefel
paket lieferung sendung
brief post
verloren vermisst
besuch besuchen gast
`;

/** They are searched for only where a question holds nothing else. */
const pronouns = `
me my mine myself
us our ours
mich mir mein meine
uns unser unsere
`;

/** Short and long forms of given names. */
const names = `
robert rob bob bobby bert
william will bill billy liam
richard rick rich dick
james jim jimmy jamie
john jack johnny jon jonathan
michael mike mick micha michi
thomas tom tommy
christopher chris topher
christine christina chris chrissy tina kristina
matthew matt matthias
anthony tony antonio
joseph joe joey josef sepp
daniel dan danny
david dave davey
edward ed eddie ned ted
theodore theo ted teddy
alexander alex sasha sascha xander
alexandra alex sandra sasha
andrew andy drew andreas
benjamin ben benny
charles charlie chuck karl
steven steve stephen stefan stephan
nicholas nick nico nicolas niklas
samuel sam sammy
samantha sam sammy
patrick pat paddy
patricia pat patty trish
peter pete
timothy tim timmy
gregory greg
jeffrey jeff geoff geoffrey
kenneth ken kenny
lawrence larry laurence
ronald ron ronnie
donald don donnie
philip phil philipp
vincent vince vinny
zachary zach zack
nathaniel nathan nate
jacob jake jakob
joshua josh
frederick fred freddy friedrich fritz
leonard leo lenny leon
maximilian max
dominic dom nick
elizabeth liz lizzy beth betty eliza lisa elisabeth
katherine catherine kate katie kathy cathy kat katharina kathrin katrin
margaret maggie meg peggy marge rita
rebecca becky becca
jennifer jen jenny
jessica jess jessie
victoria vicky tori
susan sue susie susanne
deborah deb debbie
barbara barb babs
cynthia cindy
dorothy dot dottie
eleanor ellie nell nora
emily em emmy
abigail abby
alice ally
amanda mandy
angela angie
anne ann annie anna
caroline carol carrie
gabrielle gabby gabi gabriele
isabella bella izzy isabel
jacqueline jackie
josephine jo josie
judith judy
madeleine maddie maddy
melissa mel missy
melanie mel
natalie nat natasha
pamela pam
penelope penny
stephanie steph steffi stefanie
theresa tess terry teresa
valerie val
veronica ronnie
hans johannes johann
johannes jo hannes
wolfgang wolf
ulrich uli ulli
sebastian basti seb bastian
florian flo
manfred manni
juergen jurgen
francisco paco pancho
jose pepe
dmitri dima
ivan vanya
mikhail misha
nikolai kolya
maria mary marie mia
`;

export interface Relation {
  readonly term: string;
  /** How much a match of it counts beside the word itself. */
  readonly weight: number;
}

const WORD_WEIGHT = 0.5;
const KIND_WEIGHT = 0.5;
const NAME_WEIGHT = 0.8;
const PRONOUN_WEIGHT = 0.9;

const related = new Map<string, Map<string, number>>();

function relate(lines: string, language: 'english' | 'german', weight: number): void {
  for (const line of lines.trim().split('\n')) {
    const terms = [...new Set(line.split(' ').map((word) => termOf(fold(word), language)))];
    relateAll(terms, weight);
  }
}

function relateAll(terms: readonly string[], weight: number): void {
  for (const term of terms) {
    const others = related.get(term) ?? new Map<string, number>();
    related.set(term, others);
    for (const other of terms) {
      if (other !== term) others.set(other, Math.max(weight, others.get(other) ?? 0));
    }
  }
}

function relateKinds(): void {
  for (const line of kinds.trim().split('\n')) {
    const [names = '', members = ''] = line.split(': ');
    for (const name of names.split(' ').map((word) => termOf(fold(word), 'english'))) {
      const others = related.get(name) ?? new Map<string, number>();
      related.set(name, others);
      for (const member of members.split(' ').map((word) => termOf(fold(word), 'english'))) {
        if (member !== name) others.set(member, Math.max(KIND_WEIGHT, others.get(member) ?? 0));
      }
    }
  }
}

/** A word in another language has the stem that a text in that language, or in English, gives it. */
function relateTranslations(): void {
  for (const line of translations.trim().split('\n')) {
    const [german = '', english = '', french = ''] = line.split(' | ');
    const terms = new Set([
      ...german.split(' ').map((word) => termOf(word, 'german')),
      ...english.split(' ').map((word) => termOf(word, 'english')),
      ...french.split(' ').map((word) => termOf(word, 'english')),
    ]);
    relateAll([...terms], WORD_WEIGHT);
  }
}

relateKinds();
relateTranslations();
relate(clippings, 'english', WORD_WEIGHT);
relate(english, 'english', WORD_WEIGHT);
relate(german, 'german', WORD_WEIGHT);
relate(pronouns, 'english', PRONOUN_WEIGHT);
relate(pronouns, 'german', PRONOUN_WEIGHT);
// Names have the stem of whatever text they stand in.
relate(names, 'english', NAME_WEIGHT);
relate(names, 'german', NAME_WEIGHT);

export function relatedTerms(term: string): readonly Relation[] {
  return [...(related.get(term) ?? [])].map(([other, weight]) => ({ term: other, weight }));
}
