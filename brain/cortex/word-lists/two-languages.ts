/**
 * Everyday words in German, English and French, for owners who live in more than one of them: a note
 * in one language is found by a question in another. General vocabulary, written down once. Each
 * line: German | English | French; all words of a line mean about the same.
 */
export const translations = `
arzt hausarzt | doctor physician | medecin docteur
zahnarzt | dentist | dentiste
krankenhaus klinik | hospital clinic | hopital clinique
krank | ill sick | malade
schmerz | pain ache | douleur
gebrochen bruch | broken fracture broke | casse cassee
knochen | bone | os
handgelenk | wrist | poignet
auge augen | eye eyes | oeil yeux
ohr ohren | ear ears | oreille
rucken | back spine | dos
knie | knee | genou
bein | leg | jambe
fuss | foot | pied
herz | heart | coeur
haut | skin | peau
spritze | injection jab | piqure
mutter mama mutti | mother mum | mere maman
vater papa vati | father dad | pere papa
eltern | parents | parents
bruder | brother | frere
schwester | sister | soeur
tochter | daughter | fille
sohn | son boy | fils
kind kinder | child children kid | enfant enfants
baby saugling | baby newborn | bebe
patenonkel pate patin | godfather godmother | parrain marraine
enkel enkelin | grandson granddaughter grandchild | petit-fils
oma grossmutter | grandmother granny | grand-mere mamie
opa grossvater | grandfather grandpa | grand-pere papi
schwiegermutter | mother-in-law | belle-mere
schwager schwagerin | brother-in-law sister-in-law | beau-frere
onkel | uncle | oncle
tante | aunt | tante
neffe nichte | nephew niece | neveu niece
mann ehemann | husband man | mari
frau ehefrau | wife woman | femme
freund freundin | friend | ami amie
nachbar nachbarin | neighbour neighbor | voisin voisine
kollege kollegin | colleague coworker | collegue
chef chefin | boss manager | patron patronne
hochzeit | wedding marriage | mariage
geburtstag | birthday | anniversaire
geburt geboren | birth born | naissance
tod gestorben | death died | mort
geschenk | present gift | cadeau
hund | dog | chien
katze kater | cat | chat
haus | house | maison
wohnung | flat apartment | appartement
zimmer | room | chambre
kuche | kitchen | cuisine
dach | roof | toit
keller | cellar basement | cave
garten | garden | jardin
heizung | heating boiler radiator | chauffage
fenster | window | fenetre
tur | door | porte
schlussel | key keys | cle clef
miete | rent | loyer
vermieter vermieterin | landlord landlady | proprietaire
umzug umziehen | move moving | demenagement
kaufen gekauft | buy bought purchase | acheter achete
verkaufen verkauft | sell sold | vendre vendu
preis kosten kostet | price cost costs | prix coute
geld | money | argent
gehalt lohn | salary wage pay | salaire
rechnung | invoice bill | facture
vertrag | contract | contrat
steuer | tax | impot
versicherung | insurance | assurance
arbeit beruf | work job | travail metier
firma betrieb | company firm | entreprise
werkstatt | workshop garage | atelier
lehrling azubi auszubildende | apprentice trainee | apprenti apprentie
schule | school | ecole
lehrer lehrerin | teacher | professeur
unterricht stunde | lesson class | cours
prufung | exam test | examen
auto wagen | car | voiture
fahrrad rad | bike bicycle | velo
zug bahn | train railway | train
flug fliegen | flight fly plane | vol avion
reise | trip journey travel | voyage
urlaub ferien | holiday vacation | vacances
berg berge | mountain | montagne
meer strand | sea beach | mer plage
see | lake | lac
wald | forest wood | foret
stadt | city town | ville
dorf | village | village
strasse | street road | rue
brucke | bridge | pont
essen | eat food meal | manger repas
trinken getrank | drink | boire boisson
brot | bread | pain
kase | cheese | fromage
milch | milk dairy | lait
fleisch | meat | viande
fisch | fish | poisson
huhn hahnchen | chicken hen | poulet
ei eier | egg eggs | oeuf oeufs
gemuse | vegetable vegetables | legumes
apfel | apple | pomme
kuchen torte | cake | gateau
wein | wine | vin
bier | beer | biere
kaffee | coffee | cafe
tee | tea | the
fruhstuck | breakfast | petit-dejeuner
abendessen | dinner supper | diner
rezept | recipe prescription | recette ordonnance
buch | book | livre
brief | letter | lettre
zeitung | newspaper | journal
lied | song tune | chanson
chor | choir | chorale
konzert gig | concert gig | concert
geige bratsche | violin viola | violon alto
schiff boot | ship boat | bateau
wetter | weather | meteo
schnee | snow | neige
regen | rain | pluie
feuer | fire | feu
wasser | water | eau
holz | wood timber | bois
stuhl | chair | chaise
tisch | table desk | table
schrank | cupboard wardrobe cabinet | armoire
bett | bed | lit
farbe | colour color paint | couleur peinture
kleid | dress | robe
schuhe | shoes | chaussures
mantel jacke | coat jacket | manteau veste
ring | ring | bague
brille | glasses | lunettes
rot | red | rouge
grun | green | vert
blau | blue | bleu
schwarz | black | noir
weiss | white | blanc
gross | big large tall | grand
klein | small little | petit petite
alt | old | vieux vieille
neu | new | nouveau nouvelle
treffen getroffen | meet met meeting | rencontrer rencontre
verloren verlieren | lose lost | perdu perdre
gefunden finden | find found | trouve trouver
vergessen | forget forgot | oublier oublie
gelernt lernen | learn learned | apprendre appris
entschieden entscheidung | decided decision | decide decision
angebot | offer quote | offre devis
streit | quarrel dispute argument | dispute
anwalt anwaltin | lawyer solicitor attorney | avocat avocate
gericht | court | tribunal
polizei | police | police
amt behorde | office authority | administration
erlaubnis genehmigung | permit permission | permis autorisation
ausweis pass | passport card | passeport
termin | appointment date | rendez-vous
`;

/** Short forms of longer words. */
export const clippings = `
op operation
appt appointment
exam examination
fridge refrigerator
info information
lab laboratory
uni university
pic photo picture
phone telephone
bike bicycle
flu influenza
gran grandmother
hubby husband
quid pounds
telly television tv
veg vegetable
bday birthday
pro professional
rehearsal rehearse practice
specs glasses
spec specification
stats statistics
temp temperature
vet veterinarian
ad advertisement advert
doc doctor document
congrats congratulations
dept department
mins minutes
hrs hours
kilo kilogram kg
`;
