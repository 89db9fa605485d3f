import { afterEach, beforeEach, expect, it } from 'vitest';
import { find, type IndexHome, indexHome, pathsOf } from './home.ts';

let home: IndexHome;
beforeEach(async () => {
  home = await indexHome();
});
afterEach(() => home.close());

/** Catches headings that only wait for facts being found, and sent to the model, as if they said something. */
it('a heading without facts is no knowledge, a heading that is a fact is', async () => {
  const people = 'hippocampus/knowledge/people.md';
  const technical = 'hippocampus/knowledge/technical.md';
  await home.write(people, '# People\n<!-- connectome:knowledge v1 -->\n\n## Family\n');
  await home.write(technical, '# Technical\n\n## The people next door share their printer\n');
  await home.write('ideas/gift.md', '# Family\n');
  const cortex = await home.start();
  expect(pathsOf(find(cortex, 'people'))).toEqual([technical]);
  // In an own note a heading may be all there is to say.
  expect(pathsOf(find(cortex, 'family'))).toEqual(['ideas/gift.md']);
});
