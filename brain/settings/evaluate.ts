/**
 * From the text of `config.json` to the settings in force. Pure: the same text and the same last
 * good settings always give the same answer.
 *
 * Must always hold: a bad value never takes effect; anything wrong inside `permissions` or
 * `sandbox`, or a text that does not parse, only ever tightens.
 */
import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import {
  CONFIG_VERSION,
  type Config,
  type ConfigProblem,
  configSchema,
} from '../../protocol/index.ts';
import { issueWords, parseWords } from '../shared/issue-words.ts';
import { type Sentence, say, spoken } from '../shared/say.ts';
import { type Holder, lookUp, remove, replaceAt } from './at-path.ts';
import { nearest } from './nearest.ts';
import { duplicateKeys, lineAt, lineOf, readableRules } from './text-place.ts';

/** Says what is wrong with a permission rule; undefined when it is well formed. */
export type CheckRule = (rule: string) => Sentence | undefined;

export interface Evaluation {
  /** What counts from now on. */
  readonly config: Config;
  /** The values worth remembering as the last good ones; `undefined` when nothing could be read. */
  readonly good: Config | undefined;
  readonly problems: readonly ConfigProblem[];
  /** Mode `default` everywhere, no `allow` rule, closed sandbox, until the file is mended. */
  readonly locked: boolean;
}

const guarded: ReadonlySet<string> = new Set(['permissions', 'sandbox']);
/** Each round mends at least one value, so this is far more than any real file needs. */
const MAX_ROUNDS = 200;

type Path = readonly (string | number)[];

const joined = (path: Path): string => path.join('.');

export function evaluateConfig(text: string, lastGood: Config, checkRule?: CheckRule): Evaluation {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (root === undefined || first !== undefined || root.type !== 'object') {
    const problem: ConfigProblem = {
      path: '',
      ...spoken({
        message:
          first === undefined
            ? say('config.oneObject')
            : say('config.doesNotParse', { why: parseWords(printParseErrorCode(first.error)) }),
      }),
      line: lineAt(text, first?.offset ?? root?.offset ?? 0),
      severity: 'error',
    };
    return unreadable(problem, lastGood, root, checkRule);
  }

  const value = plainCopy(getNodeValue(root));
  const version = value.version;
  if (typeof version === 'number' && Number.isInteger(version) && version > CONFIG_VERSION) {
    const problem: ConfigProblem = {
      path: 'version',
      ...spoken({ message: say('config.newerVersion', { version, known: CONFIG_VERSION }) }),
      line: lineOf(text, root, ['version']),
      severity: 'error',
    };
    return unreadable(problem, lastGood, root, checkRule);
  }
  // Editors use this key to find the JSON Schema.
  delete value.$schema;

  const problems: ConfigProblem[] = [];
  const add = (path: Path, message: Sentence, severity: ConfigProblem['severity']): void => {
    problems.push({
      path: joined(path),
      ...spoken({ message }),
      line: lineOf(text, root, [...path]),
      severity,
    });
  };
  for (const { path, offset } of duplicateKeys(root)) {
    problems.push({
      path: joined(path),
      ...spoken({ message: say('config.twice', { path: joined(path) }) }),
      line: lineAt(text, offset),
      severity: guarded.has(String(path[0])) ? 'error' : 'warning',
    });
  }

  const parsed = mend(value, lastGood, add);
  dropBadRules(parsed, checkRule, add);
  for (const [index, name] of parsed.cascade.entries()) {
    if (!Object.hasOwn(value, 'cascade') || Object.hasOwn(parsed.providers, name)) continue;
    add(['cascade', index], say('config.cascadeNames', { name }), 'warning');
  }
  for (const [index, { target }] of parsed.routes.entries()) {
    const problem = targetProblem(target, parsed);
    if (problem !== undefined) add(['routes', index, 'target'], problem, 'error');
  }

  const locked = problems.some((problem) => {
    const top = problem.path.split('.')[0] ?? '';
    if (problem.path.startsWith('folders.rules')) return true;
    return guarded.has(top) || (problem.severity === 'warning' && looksGuarded(top));
  });
  if (!locked) return { config: parsed, good: parsed, problems, locked };
  const good = { ...parsed, permissions: lastGood.permissions, sandbox: lastGood.sandbox };
  return { config: lock(good, root, checkRule), good, problems, locked };
}

/** The settings while `config.json` as a whole cannot be used. */
export function unreadable(
  problem: ConfigProblem,
  lastGood: Config,
  root?: Node,
  checkRule?: CheckRule,
): Evaluation {
  return {
    config: lock(lastGood, root, checkRule),
    good: undefined,
    problems: [problem],
    locked: true,
  };
}

function lock(good: Config, root: Node | undefined, checkRule: CheckRule | undefined): Config {
  const rules = (list: 'ask' | 'deny'): string[] => {
    const readable = readableRules(root, list).filter((rule) => checkRule?.(rule) === undefined);
    return [...new Set([...good.permissions[list], ...readable])];
  };
  return {
    ...good,
    permissions: {
      mode: 'default',
      allow: [],
      ask: rules('ask'),
      deny: rules('deny'),
      sandboxed: 'ask',
    },
    sandbox: { enabled: true, network: [], write: [] },
    folders: {
      ...good.folders,
      rules: Object.fromEntries(
        Object.entries(good.folders.rules).map(([root, one]) => [root, { ...one, allow: [] }]),
      ),
    },
  };
}

/** Replaces what the schema refuses by the last good value until everything fits. */
function mend(
  value: Holder,
  lastGood: Config,
  add: (path: Path, message: Sentence, severity: ConfigProblem['severity']) => void,
): Config {
  const mended = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = configSchema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) {
      const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          add([...path, key], unknownKey(path, key, lastGood), 'warning');
          remove(value, [...path, key]);
        }
        continue;
      }
      // A list is taken whole or not at all: its places have no meaning of their own.
      const number = path.findIndex((part) => typeof part === 'number');
      let target = number === -1 ? path : path.slice(0, number);
      const spent = (): boolean =>
        mended.has(joined(target)) ||
        (lookUp(value, target) === undefined && lookUp(lastGood, target) === undefined);
      while (target.length > 1 && spent()) target = target.slice(0, -1);
      const good = mended.has(joined(target)) ? undefined : lookUp(lastGood, target);
      mended.add(joined(target));
      const why = issueWords(issue.message);
      const kept =
        good === undefined
          ? say('config.notUsed', { why, path: joined(target) })
          : say('config.lastGoodStays', { why });
      add(path, kept, 'error');
      if (good === undefined) remove(value, target);
      else replaceAt(value, target, structuredClone(good));
    }
  }
  // Every path was mended and still something does not fit: a bug here, so nothing of it counts.
  add([], say('config.unusable'), 'error');
  return lastGood;
}

function dropBadRules(
  config: Config,
  checkRule: CheckRule | undefined,
  add: (path: Path, message: Sentence, severity: ConfigProblem['severity']) => void,
): void {
  if (checkRule === undefined) return;
  const places: [Path, Pick<Config['permissions'], 'allow' | 'ask' | 'deny'>][] = [
    [['permissions'], config.permissions],
    ...Object.entries(config.folders.rules).map(([root, rules]): [Path, typeof rules] => [
      ['folders', 'rules', root],
      rules,
    ]),
  ];
  for (const [place, lists] of places) {
    for (const list of ['allow', 'ask', 'deny'] as const) {
      lists[list] = lists[list].filter((rule, index) => {
        const wrong = checkRule(rule);
        if (wrong !== undefined) {
          add([...place, list, index], say('config.malformedRule', { rule, why: wrong }), 'error');
        }
        return wrong === undefined;
      });
    }
  }
}

/**
 * A route stays although its target is unknown: its messages end with an error, while without it
 * they would go to another vendor than their owner wanted.
 */
function targetProblem(target: string, { providers }: Config): Sentence | undefined {
  const name = target.slice(target.lastIndexOf('@') + 1);
  const known =
    target === 'reflex' ||
    Object.hasOwn(providers, name) ||
    Object.values(providers).some(({ model }) => model === target);
  if (known) return undefined;
  const existing = [...Object.keys(providers), 'reflex'].join(', ');
  return say('config.routeLeads', { target, existing });
}

/** `permisions` written by mistake must not leave the owner without the rules he believes in. */
function looksGuarded(key: string): boolean {
  return !Object.hasOwn(configSchema.shape, key) && nearest(key, [...guarded]) !== undefined;
}

function unknownKey(path: Path, key: string, lastGood: Config): Sentence {
  const holder = path.length === 0 ? configSchema.shape : lookUp(lastGood, path);
  const known = typeof holder === 'object' && holder !== null ? Object.keys(holder) : [];
  const guess = nearest(key, known);
  return guess === undefined
    ? say('config.unknownKey', { key })
    : say('config.unknownKeyMeant', { key, guess });
}

function plainCopy(value: unknown): Holder {
  return structuredClone(value) as Holder;
}
