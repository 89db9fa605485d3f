/** Any web page can open a `connectome://` link. It may show a place; it must not do anything. */
import { describe, expect, it } from 'vitest';
import { linkIn, pathOfLink } from '../../../src-main/electron/deep-link.ts';

describe('a link', () => {
  it.each([
    ['connectome://', '/'],
    ['connectome://open', '/'],
    ['connectome://c/s_01ABC', '/c/s_01ABC'],
    ['connectome://settings/models', '/settings/models'],
    ['connectome://memory', '/memory'],
    ['connectome://new?text=Hello%20there', '/?text=Hello+there'],
    ['connectome:///help/keys', '/help/keys'],
  ])('%s leads to %s', (link, path) => {
    expect(pathOfLink(link)).toBe(path);
  });

  it.each([
    'https://x.example/c/s_1',
    'connectome://c',
    'connectome://c/s_1/more',
    'connectome://c/..%2f..%2fetc',
    'connectome://settings/<script>',
    'connectome://x.example/evil',
    'connectome://user@c/s_1',
    'connectome://c:80/s_1',
    'connectome:javascript:alert(1)',
    'not a link',
  ])('%s leads nowhere', (link) => {
    expect(pathOfLink(link)).toBeUndefined();
  });

  it('carries text only into the message field, and not without end', () => {
    const path = pathOfLink(`connectome://new?text=${'a'.repeat(90_000)}&send=1&private=0`) ?? '';
    expect(path.length).toBeLessThan(4100);
    expect([...new URL(path, 'app://x').searchParams.keys()]).toEqual(['text']);
  });

  it('is found among the words of a second start, and only as a word of its own', () => {
    expect(linkIn(['/usr/bin/connectome', '--x', 'connectome://memory'])).toBe('/memory');
    expect(linkIn(['/usr/bin/connectome', '--url=connectome://memory'])).toBeUndefined();
  });
});
