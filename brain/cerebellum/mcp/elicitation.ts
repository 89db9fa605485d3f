/** A server's question in the shape of a form, as questions to the owner; and his answers back. Pure. */
import type { JsonObject, Question } from '../../../protocol/index.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { cleaned } from './describe.ts';

const MAX_FIELDS = 20;
const MAX_OPTIONS = 30;
const YES = 'Yes';
const NO = 'No';
const yesOrNo = [{ label: YES }, { label: NO }];

/** A form is no place for these: what is written into it is kept with the conversation. */
const secretive =
  /pass(?:word|wort|phrase|code)|secret|credential|api[ _-]?key|access[ _-]?key|private[ _-]?key|token|\bpin\b|geheim/i;
const WARNING = ' (Give no password and no key in a form.)';

type Value = string | number | boolean | string[];

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Field {
  readonly name: string;
  readonly question: Question;
  readonly required: boolean;
  /** Taken where nothing is answered. */
  readonly preset?: Value;
  /** The value that an answer means; undefined: it does not fit. */
  read(answer: string): JsonObject[string] | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The form's fields; the error says why it cannot be asked. */
export function formOf(server: string, message: string, schema: unknown): Result<readonly Field[]> {
  const { properties, required } = fieldsOf(schema);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const entries = Object.entries(fieldsOf(properties));
  if (entries.length > MAX_FIELDS) return err('The form has too many fields.');
  const asks = secretive.test(`${message} ${JSON.stringify(properties ?? {})}`);
  const intro: FormWords = {
    server,
    message: cleaned(message, 1000),
    ...(asks ? { secretive: true } : {}),
    answer: 'yes_no',
  };
  if (entries.length === 0) {
    const question = { ...questionOf(intro, server), options: yesOrNo };
    return ok([{ name: '', question, required: true, read: (answer) => answer === YES }]);
  }
  return ok(
    entries.map(([name, given], at) => {
      const schemaOfField = fieldsOf(given);
      const title = cleaned(String(schemaOfField.title ?? name), 100);
      const description = cleaned(String(schemaOfField.description ?? ''), 500);
      const required = needed.includes(name);
      const preset = presetOf(schemaOfField.default);
      const { answer, options, multiple, read, labelOf } = typeOf(schemaOfField);
      const words: FormWords = {
        ...(at === 0 ? intro : { server }),
        title,
        ...withFormat(description, schemaOfField.format),
        answer,
        ...(required ? {} : { optional: true }),
        ...(preset === undefined ? {} : { preset: shownPreset(preset, labelOf) }),
      };
      const question = {
        ...questionOf(words, title),
        ...(options === undefined ? {} : { options }),
        ...(multiple === undefined ? {} : { multiple }),
      };
      return { name, question, required, ...(preset === undefined ? {} : { preset }), read };
    }),
  );
}

/** What a field's question says; windows say it in their own language. */
type FormWords = Omit<Extract<NonNullable<Question['about']>, { kind: 'mcp_form' }>, 'kind'>;

function questionOf(words: FormWords, header: string): Question {
  return {
    question: inEnglish(words),
    header: cleaned(header, 24),
    about: { kind: 'mcp_form', ...words },
  };
}

/** The same form once more, since the answer to one field did not fit; the others are not asked for again. */
export function askedAgain(
  form: readonly Field[],
  answers: readonly string[],
  misfit: string,
): readonly Question[] {
  // What may be a password is not written into one more event.
  const first = form[0]?.question.about;
  const tells = first?.kind === 'mcp_form' && first.secretive !== true;
  return form.map(({ question }, at) => {
    if (question.about?.kind !== 'mcp_form') return question;
    const given = tells ? (answers[at] ?? '') : '';
    const words = {
      ...question.about,
      ...(at === 0 ? { misfit } : {}),
      ...(given === '' ? {} : { given }),
    };
    return { ...question, question: inEnglish(words), about: words };
  });
}

function inEnglish(words: FormWords): string {
  const { server, message, title, description, preset, optional, misfit } = words;
  const warning = words.secretive === true ? WARNING : '';
  const empty =
    preset !== undefined
      ? ` (left empty: ${preset})`
      : optional === true
        ? ' (may stay empty)'
        : '';
  const about = description === undefined ? '' : `: ${description}`;
  return [
    ...(misfit === undefined ? [] : [`"${misfit}" does not fit. `]),
    ...(message === undefined ? [] : [`${server} asks: ${message}${warning}`]),
    ...(message === undefined || title === undefined ? [] : ['\n']),
    ...(title === undefined ? [] : [`${title}${about}${empty}`]),
  ].join('');
}

function presetOf(value: unknown): Value | undefined {
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value : undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? (value as Value) : undefined;
}

/** As it stands among the choices: nobody knows `pet-1`. */
function shownPreset(preset: Value, labelOf: (value: string) => string = String): string {
  const values = Array.isArray(preset) ? preset : [String(preset)];
  return cleaned(values.map(labelOf).join(', '), 100);
}

/** How a day is to be written is told before it is written otherwise. */
function withFormat(description: string, format: unknown): Pick<FormWords, 'description'> {
  const hint = format === 'date' ? '(YYYY-MM-DD)' : '';
  const text = [description, hint].filter((part) => part !== '').join(' ');
  return text === '' ? {} : { description: text };
}

/** A server refuses what is not of its format, and then the whole form is lost. */
function isOfFormat(answer: string, format: unknown): boolean {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(answer);
    case 'uri':
      return URL.canParse(answer);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(answer) && !Number.isNaN(Date.parse(answer));
    default:
      return true;
  }
}

interface FieldType extends Pick<Question, 'options' | 'multiple'>, Pick<Field, 'read'> {
  readonly answer: FormWords['answer'];
  /** What the choice of this value is called. */
  readonly labelOf?: (value: string) => string;
}

function typeOf(schema: Fields): FieldType {
  const choices = choicesOf(schema);
  const many = schema.type === 'array' ? choicesOf(fieldsOf(schema.items)) : [];
  if (choices.length > 0 || many.length > 0) {
    const all = choices.length > 0 ? choices : many;
    const options = all.slice(0, MAX_OPTIONS).map(({ label }) => ({ label }));
    const meantBy = (label: string) =>
      all.find((one) => [one.label, one.value].includes(label))?.value;
    const labelOf = (given: string) => all.find(({ value }) => value === given)?.label ?? given;
    if (choices.length > 0) return { answer: 'choice', options, labelOf, read: meantBy };
    return {
      answer: 'choice',
      labelOf,
      options,
      multiple: true,
      read(answer) {
        const values = answer
          .split('\n')
          .filter((line) => line !== '')
          .map(meantBy);
        const known = values.filter((value) => value !== undefined);
        return known.length === values.length ? known : undefined;
      },
    };
  }
  switch (schema.type) {
    case 'boolean':
      return {
        answer: 'yes_no',
        options: yesOrNo,
        read: (answer) =>
          /^(?:yes|ja|true)$/i.test(answer)
            ? true
            : /^(?:no|nein|false)$/i.test(answer)
              ? false
              : undefined,
      };
    case 'number':
    case 'integer':
      return {
        answer: 'text',
        read(answer) {
          const value = Number(answer.replace(',', '.'));
          const whole = schema.type !== 'integer' || Number.isInteger(value);
          const { minimum = -Infinity, maximum = Infinity } = schema;
          const fits = value >= Number(minimum) && value <= Number(maximum);
          return answer.trim() !== '' && Number.isFinite(value) && whole && fits
            ? value
            : undefined;
        },
      };
    default:
      return {
        answer: 'text',
        read(answer) {
          const { minLength = 0, maxLength = 10_000 } = schema;
          const fits = answer.length >= Number(minLength) && answer.length <= Number(maxLength);
          return fits && isOfFormat(answer, schema.format) ? answer : undefined;
        },
      };
  }
}

function choicesOf(schema: Fields): readonly Choice[] {
  const titled = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(titled)) {
    return titled
      .map(fieldsOf)
      .flatMap(({ const: value, title }) =>
        typeof value === 'string' ? [{ value, label: cleaned(String(title ?? value), 100) }] : [],
      );
  }
  const { enum: list, enumNames } = schema;
  if (!Array.isArray(list)) return [];
  const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
  return list.map((value, at) => ({
    value: String(value),
    label: cleaned(String(names[at] ?? value), 100),
  }));
}

/** The form filled in; the error names the field that does not fit. */
export function filled(
  form: readonly Field[],
  answers: readonly string[],
): Result<Record<string, Value>> {
  const content: Record<string, Value> = {};
  for (const [at, field] of form.entries()) {
    const answer = answers[at]?.trim() ?? '';
    if (answer === '' && field.preset !== undefined) {
      content[field.name] = field.preset;
      continue;
    }
    if (answer === '' && !field.required) continue;
    const value = answer === '' ? undefined : field.read(answer);
    if (value === undefined) return err(field.question.header ?? field.name);
    if (field.name === '') continue;
    content[field.name] = value as Value;
  }
  return ok(content);
}
