import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNK_TOKENS, chunkMarkdown, plainMarkdown } from '../../../brain/shared/markdown.ts';
import { contentWords, looseStem } from '../../../brain/shared/words.ts';

describe('markdown in chunks', () => {
  it('keeps the heading path and the true line, without front matter and comments', () => {
    const text = [
      '\ufeff---',
      'title: x',
      '---',
      'Before.',
      '# Top',
      '<!-- for',
      'people -->',
      'Under top.',
      '## Inner #',
      'Inside. <!-- gone -->',
      '# Second',
      '### Deep',
      'Far down.',
    ].join('\r\n');
    expect(
      chunkMarkdown(text).map(({ heading, text: body, startLine }) => [heading, body, startLine]),
    ).toEqual([
      ['', 'Before.', 4],
      ['Top', 'Under top.', 8],
      ['Top › Inner', 'Inside.', 10],
      ['Second › Deep', 'Far down.', 13],
    ]);
  });

  it('does not take a comment of a shell script for a heading', () => {
    const text =
      '# Install\n```sh\n# not a heading\nnpm start\n```\n~~~\n# nor this\n```\n# or this\n~~~\n# Next\nx';
    expect(chunkMarkdown(text).map((chunk) => chunk.heading)).toEqual(['Install', 'Next']);
  });

  it('keeps a note that is nothing but a heading', () => {
    expect(chunkMarkdown('# Lists\n## Buy milk\n').map((chunk) => chunk.text)).toEqual([
      'Buy milk',
    ]);
  });

  it('gives every chunk a name of its own, also for repeated headings and cut sections', () => {
    const long = Array.from({ length: 40 }, (_, i) => `Paragraph ${i}: ${'word '.repeat(40)}`).join(
      '\n\n',
    );
    const headings = chunkMarkdown(`# A\n${long}\n# A\nagain`).map((chunk) => chunk.heading);
    expect(headings.length).toBeGreaterThan(4);
    expect(new Set(headings).size).toBe(headings.length);
    expect(headings.slice(0, 2)).toEqual(['A', 'A (2)']);
  });

  it('cuts what has no paragraphs, no lines and no spaces', () => {
    for (const text of [
      'word '.repeat(5_000),
      'x'.repeat(20_000),
      '東京'.repeat(5_000),
      '🦊'.repeat(3_000),
    ]) {
      const chunks = chunkMarkdown(text);
      expect(chunks.length).toBeGreaterThan(1);
      expect(Math.max(...chunks.map((chunk) => chunk.tokens))).toBeLessThan(CHUNK_TOKENS * 5);
      for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true);
      expect(
        chunks
          .map((chunk) => chunk.text)
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''));
    }
  });

  it('says the end of a piece again where a section is cut, for the thought that lies across', () => {
    const filler = Array.from({ length: 24 }, (_, i) => `Filler ${i} ${'word '.repeat(18)}ends.`);
    const paragraphs = filler.flatMap((one, i) => [`${one} Marta ${i} sold the boat.`, '']);
    const chunks = chunkMarkdown(`# Boat\n${paragraphs.join('\n')}\n# Next\nOther.`);
    const pieces = chunks.filter(({ heading }) => heading.startsWith('Boat'));
    expect(pieces.length).toBeGreaterThan(1);
    for (const [index, piece] of pieces.entries()) {
      const before = pieces[index - 1];
      if (before === undefined) continue;
      const [again = ''] = piece.text.split('\n');
      expect(again).toMatch(/Marta \d+ sold the boat\.$/);
      expect(before.text.endsWith(again)).toBe(true);
      expect(paragraphs[piece.startLine - 2]).toContain(again);
    }
    // A heading is a border: nothing is carried over it.
    expect(chunks.at(-1)?.text).toBe('Other.');
  });

  it('loses no word, whatever the text is', () => {
    const line = fc.constantFrom(
      '# One',
      '## Two',
      'alpha beta',
      '',
      '- item gamma',
      '```',
      'delta '.repeat(300),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const count = (of: string): number => of.match(/alpha|gamma|delta/g)?.length ?? 0;
        const chunks = chunkMarkdown(text);
        // What lies before a cut may stand again behind it.
        expect(count(chunks.map((chunk) => chunk.text).join('\n'))).toBeGreaterThanOrEqual(
          count(text),
        );
      }),
    );
  });

  it('survives front matter that never ends and a comment that never ends', () => {
    expect(plainMarkdown('---\nname: x\nno end')).toContain('no end');
    expect(plainMarkdown('kept <!-- lost\nlost')).toBe('kept');
    expect(plainMarkdown('```html\n<!-- kept -->\n```')).toContain('<!-- kept -->');
  });
});

describe('words', () => {
  it('agree on the stem of common forms', () => {
    for (const forms of [
      ['customer', 'customers'],
      ['invoice', 'invoices'],
      ['run', 'running', 'runs'],
      ['Kunde', 'Kunden'],
      ['Zürich', 'zurich'],
      ['story', 'stories'],
    ]) {
      const stems = new Set(forms.map((form) => looseStem(form.toLowerCase())));
      expect([forms, stems.size]).toEqual([forms, 1]);
    }
  });

  it('leave something of a message that is made of stop words', () => {
    expect(contentWords('who are you')).toEqual(['who', 'are', 'you']);
    expect(contentWords('what is AI')).toEqual(['ai']);
  });
});
