/** What the readers of JSON and of the schema find wrong, as sentences with a code where it is a usual one. */
import { sentences } from '../../protocol/sentences/index.ts';
import { type Sentence, say, verbatim } from './say.ts';

type ParseCode = keyof typeof sentences extends infer Code
  ? Code extends `parse.${infer Name}`
    ? Name
    : never
  : never;
const isParseCode = (code: string): code is ParseCode => Object.hasOwn(sentences, `parse.${code}`);

/** `ValueExpected` as words that follow a colon. */
export function parseWords(code: string): Sentence {
  return isParseCode(code) ? say(`parse.${code}`) : verbatim(code);
}

type TypeName = keyof typeof sentences extends infer Code
  ? Code extends `config.type.${infer Name}`
    ? Name
    : never
  : never;
const isTypeName = (name: string): name is TypeName =>
  Object.hasOwn(sentences, `config.type.${name}`);
const typeWords = (name: string): Sentence =>
  isTypeName(name) ? say(`config.type.${name}`) : verbatim(name);

/** `Invalid input: expected number, received string` as words that follow a colon. */
export function issueWords(message: string): Sentence {
  const text = message.replace(/^Invalid input: /, '');
  const types = /^expected (\w+), received (\w+)$/.exec(text);
  if (types) {
    const [, expected = '', received = ''] = types;
    return say('config.expected', {
      expected: typeWords(expected),
      received: typeWords(received),
    });
  }
  const size = /^Too (small|big): expected (\w+) to be (.+)$/.exec(text);
  if (size) {
    const [, which, what = '', bound = ''] = size;
    const params = { what: typeWords(what), bound };
    return which === 'small' ? say('config.tooSmall', params) : say('config.tooBig', params);
  }
  const options = /^Invalid option: expected one of (.+)$/.exec(text)?.[1];
  return options === undefined ? verbatim(text) : say('config.oneOf', { options });
}
