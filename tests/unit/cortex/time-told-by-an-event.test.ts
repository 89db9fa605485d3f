import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { besideWhat, spanBeside } from '../../../brain/cortex/beside.ts';
import type { Cortex } from '../../../brain/regions.ts';
import { find, type IndexHome, indexHome, pathsOf } from './home.ts';

let home: IndexHome;
let cortex: Cortex;
const diary: Readonly<Record<string, string>> = {
  '2026-03-01': 'The hike is on 9 and 10 May, booked with Ada.',
  '2026-03-04': 'Painted the shed.',
  '2026-05-13': 'Mended the boots.',
  '2026-05-02': 'The regatta was won by Ada.',
  '2026-05-06': 'Bought four chairs from a dealer.',
  '2026-05-20': 'The boiler was serviced.',
  '2026-06-10': 'Moved the piano upstairs.',
  '2026-06-14': 'The exhibition opened at noon.',
  '2026-07-19': 'Slept in a tent.',
};
const path = (day: string): string => `hippocampus/episodes/${day}.md`;
beforeAll(async () => {
  home = await indexHome();
  for (const [day, text] of Object.entries(diary)) {
    await home.write(path(day), `# ${day}\n\n## 10:00 note\n\n${text}\n`);
  }
  cortex = await home.start();
});
afterAll(() => home.close());

describe('a time that is told by what happened', () => {
  it.each([
    ['what did I do in the week after the regatta', '2026-05-06'],
    ['what was there the week before the exhibition', '2026-06-10'],
    ['what did I get between the regatta and the exhibition', '2026-05-20'],
    ['Was war in der Woche nach der Regatta?', '2026-05-06'],
    // The Tuesday before it, not the last one.
    ['what did I do between Tuesday and the exhibition', '2026-06-10'],
  ])('%s', (question, day) => {
    // The event itself may come first: whoever asks for its week has to be shown when it was.
    expect(pathsOf(find(cortex, question)).slice(0, 5)).toContain(path(day));
    expect(pathsOf(find(cortex, question)).slice(0, 4)).not.toContain(path('2026-07-19'));
  });

  it('looks at the day on which something was to be, not at the one on which that was said', () => {
    const paths = pathsOf(find(cortex, 'what did I do in the week after the hike'));
    expect(paths.slice(0, 3)).toContain(path('2026-05-13'));
    expect(paths.slice(0, 3)).not.toContain(path('2026-03-04'));
  });

  it('does not take two events that are far apart for one time', () => {
    const beside = besideWhat('between the fair and the wedding?');
    const at = [
      { from: 100, to: 100 },
      { from: 400, to: 400 },
    ];
    expect(beside === undefined ? 'none' : spanBeside(beside, at)).toBeUndefined();
  });

  it('does not take the length that is asked for for a time that is told', () => {
    expect(besideWhat('how many weeks after the birth did he play again?')).toBeUndefined();
  });

  it('reads "the week before last" as no event', () => {
    expect(besideWhat('what about the week that was before')).toBeUndefined();
  });
});
