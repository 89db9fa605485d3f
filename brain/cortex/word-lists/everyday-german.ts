/** Words of everyday life that stand for each other, in German; see everyday-english.ts. */
export const german = `
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
