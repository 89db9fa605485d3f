/** The rules in force, as they stand in the file; new ones; and what they would do to a call. */
import { type FormEvent, useState } from 'react';
import type { JsonObject } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import { Failure } from '../design/room.tsx';
import { shownFolder } from '../design/shown-folder.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { useSettings } from '../store/settings.ts';
import lists from './rule-lists.module.css';
import css from './rules.module.css';
import { save } from './save.ts';
import settings from './settings.module.css';

const kinds = ['deny', 'ask', 'allow'] as const;
type Kind = (typeof kinds)[number];

type Lists = Readonly<Record<Kind, readonly string[]>>;
const none: Lists = { deny: [], ask: [], allow: [] };

export function Rules() {
  const { t } = useI18n();
  const config = useSettings((state) => state.config);
  const userHome = useSettings((state) => state.userHome);
  /** A folder whose rules are shown; undefined: those for everywhere. */
  const [chosen, setChosen] = useState<string>();
  if (config === undefined) return null;
  const { permissions, folders, workingDir } = config;
  const places = [
    ...new Set([workingDir, ...folders.trusted, ...Object.keys(folders.rules)]),
  ].filter((folder) => !folders.never.includes(folder));
  const folder = places.find((one) => one === chosen);
  const counting: Lists = folder === undefined ? permissions : (folders.rules[folder] ?? none);
  const change = (kind: Kind, rules: readonly string[]): Promise<boolean> => {
    const patch: JsonObject = { [kind]: [...rules] };
    return save(
      folder === undefined ? { permissions: patch } : { folders: { rules: { [folder]: patch } } },
    );
  };
  return (
    <section className={lists.rules}>
      <h3>{t('behaviour.rules')}</h3>
      <p className={settings.help}>{t('behaviour.rulesHelp')}</p>
      <div className={cx(fields.fields, settings.field, css.form)}>
        <label className={css.place}>
          <span>{t('behaviour.rulesPlace')}</span>
          <select value={folder ?? ''} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{t('behaviour.everywhere')}</option>
            {places.map((one) => (
              <option key={one} value={one}>
                {shownFolder(one, userHome)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {folder !== undefined && (
        <p className={settings.help}>
          {t('behaviour.folderRulesHelp', { folder: shownFolder(folder, userHome) })}
        </p>
      )}
      {kinds.map((kind) => (
        <div key={kind} className={lists.rule}>
          <span>{t(`behaviour.${kind}`)}</span>
          {counting[kind].length === 0 ? (
            <em>{t('behaviour.noRule')}</em>
          ) : (
            <ul>
              {counting[kind].map((rule) => (
                <li key={rule}>
                  <code>{rule}</code>
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={t('behaviour.removeRule', { rule })}
                    onClick={() =>
                      void change(
                        kind,
                        counting[kind].filter((one) => one !== rule),
                      )
                    }
                  >
                    {t('common.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <NewRule lists={counting} change={change} />
      <WhatWouldHappen folder={folder} />
    </section>
  );
}

interface NewRuleProps {
  readonly lists: Lists;
  readonly change: (kind: Kind, rules: readonly string[]) => Promise<boolean>;
}

/** The brain says what is wrong with a rule, and then nothing is changed. */
function NewRule({ lists, change }: NewRuleProps) {
  const { t } = useI18n();
  const [kind, setKind] = useState<Kind>('allow');
  const [draft, setDraft] = useState('');
  const rule = draft.trim();
  const isThere = lists[kind].includes(rule);
  const hint = rule === '' ? t('hint.empty') : isThere ? t('hint.ruleThere') : undefined;
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await change(kind, [...lists[kind], rule])) setDraft('');
  };
  return (
    <form
      className={cx(fields.fields, settings.field, css.form)}
      onSubmit={(event) => void add(event)}
    >
      <select
        value={kind}
        aria-label={t('behaviour.ruleKind')}
        onChange={(event) => setKind(kinds.find((one) => one === event.target.value) ?? 'allow')}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`behaviour.${one}`)}
          </option>
        ))}
      </select>
      <input
        value={draft}
        spellCheck={false}
        placeholder="Bash(npm test)"
        aria-label={t('behaviour.newRule')}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button type="submit" hint={hint}>
        {t('behaviour.addRule')}
      </Button>
    </form>
  );
}

const tools = ['Bash', 'Read', 'Write'] as const;
type Tool = (typeof tools)[number];

function argumentsOf(tool: Tool, text: string): JsonObject {
  switch (tool) {
    case 'Bash':
      return { command: text };
    case 'Read':
      return { file_path: text };
    case 'Write':
      return { file_path: text, content: '' };
  }
}

function WhatWouldHappen({ folder }: { readonly folder: string | undefined }) {
  const { t, told } = useI18n();
  const [tool, setTool] = useState<Tool>('Bash');
  const [asked, setAsked] = useState<{ readonly tool: Tool; readonly text: string }>();
  const { value, failure, reload } = useAnswer(
    'permission.test',
    asked && {
      call: { name: asked.tool, args: argumentsOf(asked.tool, asked.text) },
      ...(folder === undefined ? {} : { workingDir: folder }),
    },
  );
  return (
    <>
      <h3>{t('behaviour.test')}</h3>
      <form
        className={cx(fields.fields, settings.field, css.form)}
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('what') ?? '').trim();
          setAsked(text === '' ? undefined : { tool, text });
          // The rules may have changed since the same question.
          reload();
        }}
      >
        <select
          value={tool}
          aria-label={t('behaviour.testTool')}
          onChange={(event) => setTool(tools.find((one) => one === event.target.value) ?? 'Bash')}
        >
          {tools.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <input
          name="what"
          spellCheck={false}
          placeholder={tool === 'Bash' ? 'git push' : 'src/a.ts'}
          aria-label={t('behaviour.testWhat')}
        />
        <Button type="submit">{t('behaviour.testAsk')}</Button>
      </form>
      {failure && <Failure>{failure}</Failure>}
      {value && asked && (
        <div className={css.answer} role="status" data-verdict={value.verdict}>
          <b>{t(`behaviour.verdict.${value.verdict}`)}</b>
          <p>{told(value, 'reason')}</p>
          <dl>
            <dt>{t('behaviour.layer')}</dt>
            <dd>
              <code>{value.layer}</code>
            </dd>
            {value.rule !== undefined && (
              <>
                <dt>{t('behaviour.decidedBy')}</dt>
                <dd>
                  <code>{value.rule}</code>
                </dd>
              </>
            )}
            {value.alwaysRule !== undefined && (
              <>
                <dt>{t('behaviour.alwaysWould')}</dt>
                <dd>
                  <code>{value.alwaysRule}</code>
                </dd>
              </>
            )}
          </dl>
        </div>
      )}
    </>
  );
}
