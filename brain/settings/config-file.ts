/**
 * `config.json`: read, watched, changed.
 *
 * Takes the home's paths; gives the settings in force (`get`), what is wrong with the file
 * (`problems`), and changes that keep the owner's comments (`update`, `addRule`).
 *
 * Must always hold: the file is only ever written as a whole and only when it parsed; a file that
 * is broken, newer or unreadable is left untouched; what is in force is the last good state, or
 * something tighter.
 */
import { watch } from 'chokidar';
import { type Config, type ConfigProblem, defaultConfig } from '../../protocol/index.ts';
import type { Settings, SettingsPatch } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Logger } from '../shared/log.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { joined, type Sentence, say, sentenceOf, spoken } from '../shared/say.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import type { Storage } from '../storage/index.ts';
import { defaultConfigText } from './default-text.ts';
import { appendToList, mergePatch, parses } from './edit-text.ts';
import { type CheckRule, type Evaluation, evaluateConfig, unreadable } from './evaluate.ts';
import { readLastGood, writeLastGood } from './last-good.ts';
import { configMigrations, type Migration, migrateConfig } from './migrate.ts';
import { readStrictText, realFile } from './read-text.ts';

export interface SettingsDeps {
  readonly paths: Pick<HomePaths, 'config' | 'configGood'>;
  readonly storage: Storage;
  readonly logger: Logger;
  /** What is wrong with a permission rule; a rule it refuses counts as an error in `permissions`. */
  readonly checkRule?: CheckRule;
  /** Called at the start and whenever the problems of the file change. */
  onProblems?(problems: readonly ConfigProblem[]): void;
  /** Only tests pass others than the real ones. */
  readonly migrations?: ReadonlyMap<number, Migration>;
}

export interface SettingsFile extends Settings {
  /** Writes a first `config.json` where there is none, reads it, and watches it from then on. */
  start(): Promise<void>;
  problems(): readonly ConfigProblem[];
  /** Until the file is mended: mode `default` in every session, whatever the session says. */
  locked(): boolean;
  /** Applies a JSON merge patch; refused when the file is broken or a value does not fit. */
  update(patch: SettingsPatch): Promise<Result<Config, Sentence>>;
  addRule(list: 'allow' | 'ask' | 'deny', rule: string): Promise<Result<void, Sentence>>;
  /** Reads the file now instead of waiting for the watcher. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** An editor may be in the middle of saving; what still does not parse after this is a mistake. */
const SECOND_LOOK_MS = 150;
const BYTE_ORDER_MARK = '\uFEFF';

export function createSettings(deps: SettingsDeps): SettingsFile {
  const { paths, storage, logger, checkRule } = deps;
  let lastGood = defaultConfig();
  let state: Evaluation = { config: lastGood, good: lastGood, problems: [], locked: false };
  let savedGood = '';
  let watcher: ReturnType<typeof watch> | undefined;
  let reading: Promise<void> = Promise.resolve();
  let closed = false;
  const listeners = new Set<(config: Config) => void>();

  async function evaluate(mayLookAgain: boolean): Promise<Evaluation> {
    const text = await readStrictText(paths.config);
    const broken = !text.ok || text.value === undefined || !parses(text.value);
    if (broken && mayLookAgain) {
      await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MS));
      return evaluate(false);
    }
    if (!text.ok) {
      const message = say('config.unreadableWhole', { why: text.error });
      return unreadable({ path: '', ...spoken({ message }), severity: 'error' }, lastGood);
    }
    if (text.value === undefined) {
      const gone = spoken({ message: say('config.gone') });
      return { ...state, good: undefined, problems: [{ path: '', ...gone, severity: 'warning' }] };
    }
    return evaluateConfig(text.value, lastGood, checkRule);
  }

  async function apply(next: Evaluation): Promise<void> {
    if (closed) return;
    const before = state;
    state = next;
    if (next.good !== undefined) await remember(next.good);
    if (JSON.stringify(before.problems) !== JSON.stringify(next.problems)) {
      for (const { path, message, line, severity } of next.problems) {
        logger.warn('config.json has a problem', { path, reason: message, line, severity });
      }
      deps.onProblems?.(next.problems);
    }
    if (JSON.stringify(before.config) === JSON.stringify(next.config)) return;
    for (const listener of [...listeners]) {
      try {
        listener(next.config);
      } catch (thrown) {
        logger.error('a listener to the settings failed', { reason: messageOf(thrown) });
      }
    }
  }

  async function remember(good: Config): Promise<void> {
    lastGood = good;
    const text = JSON.stringify(good);
    if (text === savedGood) return;
    try {
      await writeLastGood(paths.configGood, storage, good);
      savedGood = text;
    } catch (thrown) {
      // The settings count all the same; only a restart with a broken file would miss them.
      logger.warn('the last good settings could not be kept', { reason: messageOf(thrown) });
    }
  }

  function reload(mayLookAgain = false): Promise<void> {
    reading = reading
      .then(async () => apply(await evaluate(mayLookAgain)))
      .catch((thrown: unknown) => {
        logger.error('config.json could not be reloaded', { reason: messageOf(thrown) });
      });
    return reading;
  }

  async function prepareFile(): Promise<void> {
    const text = await readStrictText(paths.config);
    if (!text.ok) return;
    if (text.value === undefined) {
      await storage.update(paths.config, (current) =>
        current === undefined ? defaultConfigText : undefined,
      );
      return;
    }
    const migrated = migrateConfig(text.value, deps.migrations ?? configMigrations);
    if (!migrated.ok) logger.error(migrated.error, { path: paths.config });
    else if (migrated.value !== undefined) {
      await storage.write(await realFile(paths.config), migrated.value);
    }
  }

  /** Writes the changed text, if the change brings no problem that was not there before. */
  async function edit(
    change: (text: string, current: Config) => string | undefined,
  ): Promise<Result<Config, Sentence>> {
    let refused: Sentence | undefined;
    const path = await realFile(paths.config);
    try {
      await storage.update(path, async (current) => {
        const read = await readStrictText(path);
        if (!read.ok) refused = say('config.unchangeable', { why: read.error });
        if (!read.ok) return undefined;
        const text = read.value ?? defaultConfigText;
        const before = evaluateConfig(text, lastGood, checkRule);
        if (before.good === undefined) {
          const problem = before.problems[0];
          const why =
            problem === undefined ? say('config.unusable') : sentenceOf(problem, 'message');
          refused =
            problem?.line === undefined
              ? say('config.mendFirst', { why })
              : say('config.mendFirstLine', { why, line: problem.line });
          return undefined;
        }
        const next = change(text, before.good);
        if (next === undefined) refused = say('config.permissionsBroken');
        if (next === undefined) return undefined;
        const known = new Set(before.problems.map(keyOf));
        const fresh = evaluateConfig(next, lastGood, checkRule).problems.filter(
          (problem) => !known.has(keyOf(problem)),
        );
        if (fresh.length > 0) {
          refused = joined(
            fresh.map((problem) => {
              const why = sentenceOf(problem, 'message');
              return say('config.refusedLine', { path: problem.path, why });
            }),
            '; ',
          );
          return undefined;
        }
        if (next === text && current !== undefined) return undefined;
        return current?.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + next : next;
      });
    } catch (thrown) {
      return err(sentenceOfThrown(thrown));
    }
    if (refused !== undefined) return err(refused);
    await reload();
    return ok(state.config);
  }

  return {
    get: () => state.config,
    problems: () => state.problems,
    locked: () => state.locked,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      const remembered = await readLastGood(paths.configGood, storage, logger);
      if (remembered !== undefined) {
        lastGood = remembered;
        savedGood = JSON.stringify(remembered);
      }
      state = { ...state, config: lastGood };
      try {
        await prepareFile();
      } catch (thrown) {
        logger.error('config.json could not be written', { reason: messageOf(thrown) });
      }
      // A missing or unreadable file must not fall back to anything looser than what was remembered.
      await reload();
      watcher = watch(paths.config, { ignoreInitial: true });
      watcher.on('all', () => void reload(true));
      watcher.on('error', (thrown) => {
        logger.warn('config.json is not watched', { reason: messageOf(thrown) });
      });
      const ready = watcher;
      await new Promise<void>((resolve) => ready.once('ready', resolve));
      // What was saved between the first look and the start of the watch.
      await reload();
    },
    update: (patch) =>
      edit((text, current) =>
        mergePatch(text, typeof patch === 'function' ? patch(current) : patch),
      ),
    async addRule(list, rule) {
      const wrong = checkRule?.(rule);
      if (wrong !== undefined) return err(say('config.badRule', { rule, why: wrong }));
      if (list === 'allow' && state.locked) {
        return err(say('config.guardedBroken'));
      }
      const changed = await edit((text) => appendToList(text, ['permissions', list], rule));
      return changed.ok ? ok(undefined) : changed;
    },
    reload: () => reload(),
    async close() {
      closed = true;
      await watcher?.close();
      await reading;
    },
  };
}

function keyOf({ path, message }: ConfigProblem): string {
  return `${path}\n${message}`;
}
