/**
 * Makes brain/cortex/words/english.json: for common English words the words nearest in meaning, from
 * WordNet (Princeton University). Run by hand when WordNet or this file changes:
 *
 *   node scripts/compile-wordnet.mjs <folder with data.noun, index.sense, ...>
 *
 * Two words are near when walks that begin at their meanings, along WordNet's relations and the words
 * of its definitions, meet at the same meanings. Nothing in here knows what is searched for.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stemEnglish } from '../brain/cortex/stem-english.ts';
import { stopWords } from '../brain/shared/words.ts';

const WORDS = Number(process.env.WORDS ?? 20_000);
const NEAREST = Number(process.env.NEAREST ?? 24);
const SMALLEST = 0.12;
const STEPS = 2;
const GO_ON = 0.6;
const MAX_EDGES = 40;
const PRUNE = 1e-3;
const DIMS = 120;
/** A meaning that more words come to tells nothing of them. */
const COMMON = 700;

const [folder = '.'] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), 'utf8').split('\n');

// Meanings, and what they are related to.
const synsets = new Map();
for (const part of ['noun', 'verb', 'adj', 'adv']) {
  for (const line of read(`data.${part}`)) {
    if (!/^\d{8} /.test(line)) continue;
    const [fields, gloss = ''] = line.split(' | ');
    const f = fields.split(' ');
    const kind = f[2] === 's' ? 'a' : f[2];
    const count = Number.parseInt(f[3], 16);
    const words = Array.from({ length: count }, (_, i) => f[4 + 2 * i].replace(/\(.*\)$/, ''));
    const at = 4 + 2 * count;
    const links = Array.from({ length: Number(f[at]) }, (_, i) => {
      const [symbol, offset, pos] = f.slice(at + 1 + 4 * i, at + 4 + 4 * i);
      return { symbol, to: `${pos === 's' ? 'a' : pos}${offset}` };
    });
    const definition = gloss.replace(/"[^"]*"/g, ' ');
    synsets.set(`${kind}${f[0]}`, { id: synsets.size, words, links, definition });
  }
}
const all = [...synsets.values()];

// Meanings of words, by how often each one was meant in text.
const kinds = { 1: 'n', 2: 'v', 3: 'a', 4: 'r', 5: 'a' };
const senses = new Map();
const tagged = new Map();
for (const line of read('index.sense')) {
  const match = /^([^%]+)%(\d)\S* (\d{8}) (\d+) (\d+)/.exec(line);
  if (match === null) continue;
  const [, lemma, kind, offset, order, tags] = match;
  const synset = synsets.get(`${kinds[kind]}${offset}`);
  if (synset === undefined || !/^[a-z]{3,}$/.test(lemma)) continue;
  const stem = stemEnglish(lemma);
  const weight = (Number(tags) + 0.5) / Number(order);
  const known = senses.get(stem) ?? new Map();
  senses.set(stem, known.set(synset.id, (known.get(synset.id) ?? 0) + weight));
  tagged.set(stem, (tagged.get(stem) ?? 0) + Number(tags));
}
for (const meanings of senses.values()) {
  const total = [...meanings.values()].reduce((a, b) => a + b, 0);
  for (const [id, weight] of meanings) meanings.set(id, weight / total);
}

// Words of the definitions.
const stemsOf = (text) =>
  (text.toLowerCase().match(/[a-z]{3,}/g) ?? [])
    .filter((word) => !stopWords.has(word))
    .map(stemEnglish)
    .filter((stem) => senses.has(stem));
const glosses = all.map(({ definition }) => [...new Set(stemsOf(definition))]);
const inGlosses = new Map();
for (const stems of glosses)
  for (const stem of stems) inGlosses.set(stem, (inGlosses.get(stem) ?? 0) + 1);

// One step from a meaning.
const shares = { '@': 2, '@i': 2, '+': 2, '&': 1.5, '~': 1.5, '~i': 0.5, '!': 0.3 };
const out = all.map(() => new Map());
const push = (from, to, weight) => out[from].set(to, (out[from].get(to) ?? 0) + weight);
const reverse = all.map(() => []);
for (const [id, { links }] of all.entries()) {
  for (const [symbol, group] of Map.groupBy(links, (link) => link.symbol)) {
    for (const { to } of group) {
      const target = synsets.get(to);
      if (target !== undefined) push(id, target.id, (shares[symbol] ?? 0.7) / group.length);
    }
  }
  const rare = glosses[id].map((stem) => [stem, Math.log(all.length / (inGlosses.get(stem) ?? 1))]);
  const total = rare.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [stem, weight] of rare) {
    for (const [meaning, part] of senses.get(stem)) {
      if (part < 0.15) continue;
      const value = (2.5 * weight * part) / total;
      push(id, meaning, value);
      reverse[meaning].push([id, value]);
    }
  }
}
for (const [id, list] of reverse.entries()) {
  const total = list.reduce((sum, [, value]) => sum + value, 0);
  for (const [to, value] of list) push(id, to, value / Math.max(1, total));
}
// The strongest relations of each meaning; a meaning that is near to everything leads nowhere.
const edges = out.map((targets) => {
  const strongest = [...targets].sort((a, b) => b[1] - a[1]).slice(0, MAX_EDGES);
  const total = [...targets.values()].reduce((a, b) => a + b, 0);
  return {
    to: Int32Array.from(strongest, ([to]) => to),
    part: Float64Array.from(strongest, ([, value]) => value / total),
  };
});

// Walks.
const chosen = [...senses.keys()]
  .filter((stem) => !stopWords.has(stem))
  .map((stem) => ({ stem, common: (tagged.get(stem) ?? 0) + (inGlosses.get(stem) ?? 0) }))
  .sort((a, b) => b.common - a.common || (a.stem < b.stem ? -1 : 1))
  .slice(0, WORDS)
  .map(({ stem }) => stem)
  .sort();
function walk(stem) {
  let here = new Map(senses.get(stem));
  const visited = new Map();
  for (let step = 0; step <= STEPS; step++) {
    for (const [id, mass] of here) visited.set(id, (visited.get(id) ?? 0) + mass * GO_ON ** step);
    const next = new Map();
    if (step < STEPS) {
      for (const [id, mass] of here) {
        if (mass < PRUNE) continue;
        const { to, part } = edges[id];
        for (let i = 0; i < to.length; i++)
          next.set(to[i], (next.get(to[i]) ?? 0) + mass * part[i]);
      }
    }
    here = next;
  }
  return [...visited].sort((a, b) => b[1] - a[1]).slice(0, DIMS);
}
const vectors = chosen.map(walk);
const df = new Map();
for (const vector of vectors) for (const [id] of vector) df.set(id, (df.get(id) ?? 0) + 1);
const postings = new Map();
for (const [word, vector] of vectors.entries()) {
  const telling = vector.filter(([id]) => df.get(id) <= COMMON);
  const weighed = telling.map(([id, mass]) => [
    id,
    mass ** 0.5 * Math.log(chosen.length / df.get(id)),
  ]);
  const length = Math.hypot(...weighed.map(([, value]) => value));
  vectors[word] = weighed.map(([id, value]) => [id, value / length]);
  for (const [id, value] of weighed) {
    if (!postings.has(id)) postings.set(id, []);
    postings.get(id).push([word, value / length]);
  }
}
console.error('walked');
const near = vectors.map((vector, word) => {
  const sums = new Float32Array(chosen.length);
  for (const [id, value] of vector) {
    for (const [other, theirs] of postings.get(id)) sums[other] += value * theirs;
  }
  const found = [];
  for (const [other, cosine] of sums.entries()) {
    if (other !== word && cosine >= SMALLEST) found.push([other, cosine]);
  }
  return found.sort((a, b) => b[1] - a[1]).slice(0, NEAREST);
});
// A pair is kept when either word is among the other's nearest.
const pairs = chosen.map(() => new Map());
for (const [word, list] of near.entries()) {
  for (const [other, cosine] of list)
    pairs[Math.min(word, other)].set(Math.max(word, other), cosine);
}
if (process.env.SHOW) {
  for (const word of process.env.SHOW.split(',')) {
    const place = chosen.indexOf(stemEnglish(word));
    console.log(
      word,
      place,
      place < 0 ? '' : near[place].map(([o, c]) => `${chosen[o]} ${c.toFixed(2)}`).join(', '),
    );
  }
}

// Each word: the distances to the next of its partners and their nearness, both as letters.
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';
const lines = chosen.map((word, place) => {
  let last = place;
  let text = '';
  for (const [other, cosine] of [...pairs[place]].sort((a, b) => a[0] - b[0])) {
    const gap = other - last;
    last = other;
    text +=
      DIGITS[gap >> 12] +
      DIGITS[(gap >> 6) & 63] +
      DIGITS[gap & 63] +
      DIGITS[Math.min(63, Math.floor(cosine * 64))];
  }
  return `${word} ${text}`;
});
const target =
  process.env.OUT ?? new URL('../brain/cortex/words/english.json', import.meta.url).pathname;
writeFileSync(target, `${JSON.stringify({ source: 'WordNet 3.1', words: lines }, null, 0)}\n`);
console.log(
  `${chosen.length} words, ${pairs.reduce((sum, one) => sum + one.size, 0)} pairs, senses of ${senses.size}`,
);
