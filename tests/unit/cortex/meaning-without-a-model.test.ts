/** Catches a search that stands or falls with an embedding model, and vectors that outlive their texts. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Embedding } from '../../../brain/cortex/meaning/index.ts';
import { type Spread, standsOut } from '../../../brain/cortex/meaning/standing-out.ts';
import { openVectors } from '../../../brain/cortex/meaning/vectors.ts';
import { err, ok } from '../../../brain/shared/result.ts';
import { eventually, find, type IndexHome, indexHome } from './home.ts';

let home: IndexHome;
beforeEach(async () => {
  home = await indexHome();
});
afterEach(() => home.close());

/** What a model knows: which words are about the same thing. */
const subjects = [/doctor|knee|physician|orthopaedist/i, /boat|sail|harbour/i, /bread|oven|dough/i];

interface TestModel extends Embedding {
  name: string | undefined;
  broken: boolean;
  readonly texts: string[];
}

/** A model that tells subjects apart, in as many numbers as asked for. */
function model(dimensions = 8): TestModel {
  return {
    name: 'model@here',
    broken: false,
    texts: [],
    async embedder() {
      return this.name;
    },
    async embed(_name, texts) {
      if (this.broken) return err('the server is gone');
      this.texts.push(...texts);
      return ok(
        texts.map((text) => {
          const vector = new Float32Array(dimensions).fill(0.01);
          subjects.forEach((subject, at) => {
            if (subject.test(text)) vector[at] = 1;
          });
          const length = Math.hypot(...vector);
          return vector.map((value) => value / length);
        }),
      );
    },
  };
}

const question = 'When do I see the physician again?';
const knee = 'health/knee.md';

async function someNotes(): Promise<void> {
  await home.write(knee, '# Knee\n\nThe orthopaedist wants me back in March.\n');
  await home.write(
    'hobbies/boat.md',
    '# Boat\n\nThe sail needs mending before the harbour opens.\n',
  );
  await home.write('kitchen/oven.md', '# Oven\n\nThe dough rests for a night.\n');
}

describe('search by meaning', () => {
  it('finds what has no word in common with the question, and goes on by words without a model', async () => {
    await someNotes();
    const embedding = model();
    const cortex = await home.start({ embedding });
    expect(find(cortex, question).map(({ path }) => path)).not.toContain(knee);
    await eventually(async () => {
      const [first] = await cortex.recall({ query: question, limit: 5 });
      return first?.path === knee;
    });
    // The server goes away in the middle of a conversation.
    embedding.broken = true;
    const byWords = await cortex.recall({ query: 'the sail of the boat', limit: 5 });
    expect(byWords[0]?.path).toBe('hobbies/boat.md');
  });

  it('a text that the model refuses keeps no other text from its vector', async () => {
    await someNotes();
    const embedding = model();
    const { embed } = embedding;
    const refused = /endless/;
    embedding.embed = async (name, texts, signal) =>
      texts.some((text) => refused.test(text))
        ? err('413: input is too long')
        : embed.call(embedding, name, texts, signal);
    await home.write('a/first.md', '# First\n\nAn endless note.\n');
    await home.write('z/last.md', '# Last\n\nAnother endless note, and fresh bread.\n');
    const cortex = await home.start({ embedding });
    await eventually(async () => {
      const [first] = await cortex.recall({ query: question, limit: 5 });
      return first?.path === knee;
    });
    // Nor does one that is written later, all alone.
    await home.write('health/more.md', '# More\n\nEndless again: the endless note.\n');
    await home.write('yoga.md', '# Yoga\n\nWarm bread afterwards.\n');
    await eventually(() => embedding.texts.some((text) => text.includes('Warm bread')));
  });

  it('asks a model once per text, also after the index was built anew', async () => {
    await someNotes();
    const first = model();
    const before = await home.start({ embedding: first });
    await eventually(async () => (await before.near(question)) !== undefined);
    const chunks = first.texts.filter((text) => text !== question).length;
    expect(chunks).toBeGreaterThanOrEqual(3);
    await before.close();
    await rm(home.paths.index);

    const second = model();
    const after = await home.start({ embedding: second });
    await eventually(async () => (await after.near(question)) !== undefined);
    expect(second.texts.filter((text) => text !== question)).toEqual([]);
  });

  it('forgets the vectors of texts that are gone, and of a model that is no longer used', async () => {
    await someNotes();
    const embedding = model();
    const cortex = await home.start({ embedding });
    await eventually(async () => (await cortex.near(question)) !== undefined);
    await rm(join(home.paths.workspace, knee));
    await eventually(() => find(cortex, 'orthopaedist').length === 0);
    await eventually(async () => (await cortex.near(question))?.size === 2);
    // Another model, with vectors of another length.
    const wider = model(16);
    embedding.embed = wider.embed.bind(wider);
    embedding.name = 'other@here';
    await home.write('new.md', '# New\n\nSomething about bread.\n');
    await eventually(async () => (await cortex.near('bread'))?.size === 3);
    await cortex.close();
    const vectors = openVectors(join(dirname(home.paths.index), 'vectors.db'));
    expect(vectors.nearest('model@here', new Float32Array(8).fill(1), 10).found).toEqual([]);
    vectors.close();
  });

  it('a torn file of vectors is made again', async () => {
    await someNotes();
    await home.write('cortex/vectors.db', 'not a database'.repeat(100));
    const cortex = await home.start({ embedding: model() });
    await eventually(async () => (await cortex.near(question)) !== undefined);
    expect((await cortex.recall({ query: question, limit: 1 }))[0]?.path).toBe(knee);
  });

  it('ends while a model does not answer', async () => {
    await someNotes();
    const asked = Promise.withResolvers<void>();
    const cortex = await home.start({
      embedding: {
        embedder: async () => 'slow@here',
        embed(_name, _texts, signal) {
          asked.resolve();
          return new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve(err('stopped')), { once: true });
          });
        },
      },
    });
    await asked.promise;
    expect(find(cortex, 'sail')).toHaveLength(1);
    await cortex.close();
  });
});

describe('how near is near', () => {
  /** Cosines of a model that finds everything alike, with a little noise. */
  const alike = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, at) => 0.7 + 0.03 * Math.sin(at * 12.9898));
  const spreadOf = (cosines: readonly number[]): Spread => {
    const mean = cosines.reduce((sum, one) => sum + one, 0) / cosines.length;
    const squares = cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0) / cosines.length;
    const least = Math.min(...cosines);
    return { count: cosines.length, least, mean, deviation: Math.sqrt(squares) };
  };

  it.each([2, 12, 400, 20_000])('of %i texts that are all alike none is near', (count) => {
    const cosines = alike(count);
    const spread = spreadOf(cosines);
    expect(cosines.filter((cosine) => standsOut(cosine, spread) > 0)).toEqual([]);
  });

  it.each([
    [3, 1],
    [3, 2],
    [400, 5],
    [20_000, 60],
  ])('of %i texts the %i that stand out are near', (count, few) => {
    const cosines = [...alike(count - few), ...Array.from({ length: few }, () => 0.95)];
    const spread = spreadOf(cosines);
    const near = cosines.filter((cosine) => standsOut(cosine, spread) > 0);
    expect(near).toEqual(Array.from({ length: few }, () => 0.95));
  });
});

it('bytes are near enough: the order of cosines stays', () => {
  const vectors = openVectors(join(dirname(home.paths.index), 'order.db'));
  const unit = (angle: number): Float32Array =>
    Float32Array.from([Math.cos(angle), Math.sin(angle), 0]);
  const items = [0.9, 0.1, 0.5, 1.4, 0.3].map((angle) => ({
    hash: String(angle),
    vector: unit(angle),
  }));
  vectors.add('m', items);
  const { found } = vectors.nearest('m', unit(0), 3);
  expect(found.map(([hash]) => hash)).toEqual(['0.1', '0.3', '0.5']);
  expect(found[0]?.[1]).toBeCloseTo(Math.cos(0.1), 2);
  // A vector of another length is no vector of this model.
  vectors.add('m', [{ hash: 'odd', vector: new Float32Array(5).fill(1) }]);
  expect(vectors.nearest('m', unit(0), 10).found).toHaveLength(5);
  vectors.close();
});
