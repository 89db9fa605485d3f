/** Words that tell times, in English and German, and what they stand for. Pure. */

/** Names that mean the same stand together, groups apart by `|`; each gets the place of its group. */
function placesIn(groups: string, first = 0): Readonly<Record<string, number>> {
  return Object.fromEntries(
    groups.split('|').flatMap((names, place) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, place + first]),
    ),
  );
}

export const monthNames: Readonly<Record<string, number>> = placesIn(
  `january januar jan|february februar feb|march marz maerz mar|april apr|may mai|june juni jun|july
  juli jul|august aug|september sept sep|october oktober oct okt|november nov|december dezember dec
  dez`,
);
export const weekdayNames: Readonly<Record<string, number>> = placesIn(
  `sunday sonntag|monday montag|tuesday dienstag|wednesday mittwoch|thursday donnerstag|friday
  freitag|saturday samstag sonnabend`,
);
export const numbers: Readonly<Record<string, number>> = placesIn(
  `a an one ein eine einem einer|two zwei couple|three drei few|four vier|five funf|six sechs|seven
  sieben|eight acht|nine neun|ten zehn|eleven elf|twelve zwolf`,
  1,
);
export const seasons: Readonly<Record<string, number>> = {
  spring: 2,
  fruhling: 2,
  fruhjahr: 2,
  summer: 5,
  sommer: 5,
  autumn: 8,
  fall: 8,
  herbst: 8,
  winter: 11,
};

export const alternatives = (names: Readonly<Record<string, number>>): string =>
  Object.keys(names)
    .toSorted((a, b) => b.length - a.length)
    .join('|');
/** "The third of March", "am dritten März". */
export const dayWords: Readonly<Record<string, number>> = placesIn(
  `first ersten erster|second zweiten zweiter|third dritten dritter|fourth vierten vierter|fifth
  funften funfter|sixth sechsten sechster|seventh siebten siebter|eighth achten achter|ninth neunten
  neunter|tenth zehnten zehnter|eleventh elften|twelfth zwolften|thirteenth dreizehnten|fourteenth
  vierzehnten|fifteenth funfzehnten|sixteenth sechzehnten|seventeenth siebzehnten|eighteenth
  achtzehnten|nineteenth neunzehnten|twentieth zwanzigsten`,
  1,
);

export const month = alternatives(monthNames);
export const weekday = alternatives(weekdayNames);
export const number = `\\d{1,3}|${alternatives(numbers)}`;
export const last = 'last|past|previous|letzte[nmrs]?|vorige[nmrs]?|vergangene[nmrs]?';
export const next = 'next|coming|nachste[nmrs]?|kommende[nmrs]?';
export const current = 'this|diese[nmrs]?';
export const units = 'day|tag|week|woche|weekend|wochenende|month|monat|year|jahr';

/** A month, a weekday or a season: each is near to the others in meaning, and none stands for another. */
export function isTimeName(form: string): boolean {
  return form in monthNames || form in weekdayNames || form in seasons;
}

export const ordinals: Readonly<Record<string, number>> = {
  first: 0,
  '1st': 0,
  erste: 0,
  second: 1,
  '2nd': 1,
  zweite: 1,
  third: 2,
  '3rd': 2,
  dritte: 2,
  fourth: 3,
  '4th': 3,
  vierte: 3,
  last: -1,
  final: -1,
  letzte: -1,
};
export const ordinal = Object.keys(ordinals).join('|');

export const plainDays: Readonly<Record<string, number>> = {
  'day before yesterday': -2,
  vorgestern: -2,
  yesterday: -1,
  gestern: -1,
  'last night': -1,
  tomorrow: 1,
  ubermorgen: 2,
};

export const countOf = (text: string): number => numbers[text] ?? Number(text);
export const unitDays = (unit: string): number =>
  /^(?:week|woche)/.test(unit)
    ? /end/.test(unit)
      ? 3
      : 7
    : /^mon/.test(unit)
      ? 30
      : /^(?:year|jahr)/.test(unit)
        ? 365
        : 1;
