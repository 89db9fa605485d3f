/** Dates and units. Written in TypeScript: Node strips the types, nothing is compiled. */
import { addDays, daysBetween, parseDay, weekdayOf, workingDays } from './dates.ts';
import { convert } from './units.ts';

export const name = 'reckon';

const text = { type: 'string' } as const;

export const tools = [
  {
    name: 'days_between',
    description: 'Days, weeks and working days (Monday to Friday) from one date to another.',
    parameters: { from: text, to: text },
  },
  {
    name: 'date_plus',
    description:
      'The date, with its weekday, that lies so many days after (or, negative, before) another.',
    parameters: { date: text, days: { type: 'integer' } },
  },
  {
    name: 'convert_unit',
    description:
      'Converts a value between units of length, weight, volume, speed, data or temperature (km, mi, kg, lb, l, gal, km/h, mph, MB, GiB, C, F, K, ...).',
    parameters: { value: { type: 'number' }, from: text, to: text },
  },
];

interface Arguments {
  readonly from?: string;
  readonly to?: string;
  readonly date?: string;
  readonly days?: number;
  readonly value?: number;
}

interface Result {
  readonly success: boolean;
  readonly output: string;
  readonly error?: string;
}

export function execute(tool: string, args: Arguments): Result {
  try {
    return { success: true, output: answer(tool, args) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    return { success: false, output: '', error };
  }
}

function answer(tool: string, args: Arguments): string {
  const { from = '', to = '', date = '', days = 0, value = 0 } = args;
  switch (tool) {
    case 'days_between': {
      const [first, last] = [parseDay(from), parseDay(to)];
      const count = daysBetween(first, last);
      const weeks = `${Math.trunc(count / 7)} weeks and ${Math.abs(count % 7)} days`;
      return `${count} days (${weeks}; ${workingDays(first, last)} working days), from ${weekdayOf(first)} to ${weekdayOf(last)}`;
    }
    case 'date_plus': {
      const found = addDays(parseDay(date), days);
      return `${found.toISOString().slice(0, 10)}, ${weekdayOf(found)}`;
    }
    default:
      return `${value} ${from} = ${convert(value, from, to)} ${to}`;
  }
}
