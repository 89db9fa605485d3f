/** Reads the diary (one markdown file for each day). Text in comments is from elsewhere and stays there. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const name = 'days';

const dayText = { type: 'string' };
export const tools = [
  {
    name: 'days_list',
    description:
      "The days on which something happened, with the number of conversations' turns and what they were about.",
    parameters: { from: { ...dayText, required: false }, to: { ...dayText, required: false } },
  },
  {
    name: 'day_show',
    description: 'Everything that the diary says of one day.',
    parameters: { day: dayText },
  },
];

const DEFAULT_DAYS = 14;
const HEADLINES = 8;
let diary = '';

export function init({ folder }) {
  diary = join(folder, '..', '..', 'hippocampus', 'episodes');
}

export async function execute(tool, args) {
  return tool === 'days_list' ? list(args) : show(args);
}

const failure = (error) => ({ success: false, output: '', error });
const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function daysAgo(count) {
  const date = new Date();
  date.setDate(date.getDate() - count);
  const two = (value) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

async function read(day) {
  const text = await readFile(join(diary, `${day}.md`), 'utf8');
  return text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/[ \t]+$/gm, '');
}

async function list({ from = daysAgo(DEFAULT_DAYS - 1), to = daysAgo(0) }) {
  if (!isDay(from) || !isDay(to)) return failure('A day is written YYYY-MM-DD.');
  const names = await readdir(diary).catch(() => []);
  const days = names
    .map((file) => file.replace(/\.md$/, ''))
    .filter((day) => isDay(day) && day >= from && day <= to)
    .sort();
  const lines = await Promise.all(
    days.map(async (day) => {
      const headlines = [...(await read(day)).matchAll(/^## \d\d:\d\d (.*)$/gm)].map(
        (found) => found[1],
      );
      const shown = headlines.slice(0, HEADLINES).join('; ');
      const more =
        headlines.length > HEADLINES ? `; … and ${headlines.length - HEADLINES} more` : '';
      return `${day} (${headlines.length}): ${shown}${more}`;
    }),
  );
  const output = lines.length === 0 ? `Nothing between ${from} and ${to}.` : lines.join('\n');
  return { success: true, output };
}

async function show({ day }) {
  if (!isDay(day)) return failure('A day is written YYYY-MM-DD.');
  try {
    return { success: true, output: (await read(day)).trim() };
  } catch (error) {
    if (error.code === 'ENOENT') return { success: true, output: `There is no entry for ${day}.` };
    throw error;
  }
}
