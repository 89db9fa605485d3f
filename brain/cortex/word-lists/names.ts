/** They are searched for only where a question holds nothing else. */
export const pronouns = `
me my mine myself
us our ours
mich mir mein meine
uns unser unsere
`;

/** Short and long forms of given names. */
export const names = `
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
