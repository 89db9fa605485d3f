import { expect, it } from 'vitest';
import { createRedactor } from '../../../brain/shared/redact.ts';

const SHORT = 'sk-shared-1';
const LONG = 'sk-shared-1-and-the-rest';

it.each([
  [SHORT, LONG],
  [LONG, SHORT],
])('a secret that begins like another one does not leave its rest behind: %s first', (...order) => {
  const redactor = createRedactor();
  for (const value of order) redactor.add(value === LONG ? 'long' : 'short', value);
  expect(redactor.own(`a ${LONG} b ${SHORT} c`)).toBe('a [secret:long] b [secret:short] c');
});

it('holds back a whole secret that may be the beginning of a longer one, and never half of one', () => {
  const redactor = createRedactor();
  redactor.add('short', SHORT);
  expect(redactor.openEnd(`see ${SHORT}`)).toBe(0);
  redactor.add('long', LONG);
  expect(redactor.openEnd(`see ${SHORT}`)).toBe(SHORT.length);
  expect(redactor.openEnd(`see ${SHORT}.`)).toBe(0);
  // Its end looks like the beginning of another one.
  redactor.add('other', '-1-another');
  expect(redactor.openEnd(`see ${SHORT}`)).toBe(SHORT.length);
});

it('a key that was kept with a line end is masked without it, too', () => {
  const redactor = createRedactor();
  redactor.add('KEY', `${LONG}\n`);
  expect(redactor.own(`it is ${LONG}, really`)).toBe('it is [secret:KEY], really');
});
