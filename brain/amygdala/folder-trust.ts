/**
 * Which folders the owner trusts: their standing rules may enter the prompt. The default working
 * directory is trusted. Others are asked about once, beside the conversation: no turn waits for it.
 */
import { realpathSync } from 'node:fs';
import type { Config, Decision, JsonObject, ProjectRules } from '../../protocol/index.ts';
import type {
  AskBeside,
  BesideQuestion,
  FolderTrust,
  Settings,
  SettingsPatch,
} from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import { expandHome, isInside } from '../shared/paths.ts';
import { ruleChange, ruleLines } from '../shared/project-rules.ts';
import { messageOf, type Result } from '../shared/result.ts';
import type { Sentence } from '../shared/say.ts';

export interface FolderTrustDeps {
  readonly settings: Settings;
  /** Writes a change of the settings. */
  readonly updateSettings: (patch: SettingsPatch) => Promise<Result<Config, Sentence>>;
  readonly askBeside: AskBeside;
  readonly logger: Logger;
  readonly userHome: string;
}

/** The rule that such an ask names, so that windows can word it for themselves. */
const FOLDER_TRUST = 'folder_trust';
const PROJECT_RULES = 'project_rules';

export function createFolderTrust(deps: FolderTrustDeps): FolderTrust {
  const { settings, logger, userHome } = deps;
  /** Trusted until the brain ends. */
  const forNow = new Set<string>();
  const asking = new Set<string>();

  function anyHolds(folders: Iterable<string>, root: string): boolean {
    for (const folder of folders) {
      if (isInside(realOf(expandHome(folder, userHome)), root)) return true;
    }
    return false;
  }

  function judge(root: string): ReturnType<FolderTrust['judge']> {
    const { workingDir, folders } = settings.get();
    // What the owner refused stays refused, wherever it lies.
    if (anyHolds(folders.never, root)) return 'never';
    return anyHolds([workingDir, ...folders.trusted, ...forNow], root) ? 'trusted' : 'unknown';
  }

  async function store(root: string, patch: SettingsPatch): Promise<void> {
    const written = await deps.updateSettings(patch);
    if (written.ok) return;
    logger.warn('trust in a folder could not be stored', { root, reason: written.error.text });
  }

  async function trust(root: string, decision: Decision, rules?: ProjectRules): Promise<void> {
    if (decision === 'allow_once' || decision === 'allow_session') forNow.add(root);
    const list =
      decision === 'allow_always' ? 'trusted' : decision === 'deny' ? 'never' : undefined;
    if (list !== undefined) {
      const taken: JsonObject =
        list === 'trusted' && rules !== undefined ? { rules: { [root]: stored(rules) } } : {};
      await store(root, ({ folders }) => ({
        folders: { [list]: [...folders[list], root], ...taken },
      }));
    }
  }

  async function takeOver(root: string, decision: Decision, rules: ProjectRules): Promise<void> {
    // After a no what was accepted before stays, and this text is not asked about again.
    const next = decision === 'deny' ? { file: rules.file ?? '' } : stored(rules);
    await store(root, { folders: { rules: { [root]: next } } });
  }

  function open(
    root: string,
    words: Pick<BesideQuestion, 'title' | 'detail' | 'risk' | 'rule'>,
    decided: (decision: Decision) => Promise<void>,
  ): void {
    asking.add(root);
    const asked = deps.askBeside(
      { ...words, cwd: root },
      {
        notice: root,
        carryOut(decision) {
          asking.delete(root);
          return decided(decision);
        },
      },
    );
    asked.answer.catch((thrown: unknown) => {
      logger.error('asking about a folder failed', { root, reason: messageOf(thrown) });
    });
  }

  return {
    judge,
    ask({ root, detail, rules }) {
      if (asking.has(root) || judge(root) !== 'unknown') return;
      const words = {
        title: 'Trust this folder?',
        detail:
          rules === undefined
            ? detail
            : `${detail}\n\nPermission rules (taken over with a lasting trust):\n\n${ruleLines(rules)}`,
        risk: 'Its rules become part of the instructions.',
        rule: FOLDER_TRUST,
      };
      open(root, words, (decision) => trust(root, decision, rules));
    },
    askAboutRules(root, rules) {
      if (asking.has(root) || judge(root) !== 'trusted') return;
      const counting = settings.get().folders.rules[root];
      if (counting?.file === rules.file) return;
      const diff = counting && ruleChange(counting, rules);
      const words = {
        ...(diff === undefined ? {} : { diff }),
        title: 'Take over the permission rules of this folder?',
        detail: ruleLines(rules),
        risk: 'What they allow runs without asking in conversations that work there.',
        rule: PROJECT_RULES,
      };
      open(root, words, (decision) => takeOver(root, decision, rules));
    },
  };
}

const stored = ({ allow, ask, deny, file = '' }: ProjectRules): JsonObject => ({
  allow,
  ask,
  deny,
  file,
});

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // Not there (yet): it is compared as it is written.
    return folder;
  }
}
