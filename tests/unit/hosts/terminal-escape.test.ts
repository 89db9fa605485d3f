import { expect, it } from 'vitest';
import { printable } from '../../../src-main/cli/terminal.ts';

it('text from models and tools cannot move the cursor, hide itself or turn its direction', () => {
  expect(printable('rm -rf ~\u001b[2K\r\u001b[1Gls')).toBe('rm -rf ~[2K[1Gls');
  expect(printable('a\u009b31mb\u0007c\u0008d\u007f')).toBe('a31mbcd');
  expect(printable('ls \u202egnp.exe\u202c \u2066x\u2069')).toBe('ls gnp.exe x');
});

it('leaves what people write alone', () => {
  const text = 'Zeile 1\n\tZeile 2: äöü 漢字 👩‍👩‍👧';
  expect(printable(text)).toBe(text);
});
