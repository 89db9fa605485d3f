import { describe, expect, it } from 'vitest';
import { safeHref } from '../../src-renderer/conversation/safe-href.ts';

describe('links in an answer', () => {
  it.each(['https://example.org/a?b', 'http://127.0.0.1:3000', 'mailto:a@example.org'])(
    '%s opens',
    (href) => {
      expect(safeHref(href)).toBe(href);
    },
  );

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://example.org/1',
    '/session',
    '//example.org',
    '#code=1',
    '',
    undefined,
  ])('%s does not', (href) => {
    expect(safeHref(href)).toBeUndefined();
  });
});
