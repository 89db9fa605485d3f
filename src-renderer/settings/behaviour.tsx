/** How careful it is when nobody said otherwise, and where it works. */
import { type FormEvent, useEffect, useState } from 'react';
import type { PermissionMode } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import { useI18n } from '../i18n/index.ts';
import { useSettings } from '../store/settings.ts';
import { notify } from '../store/ui.ts';
import { Choice } from './choice.tsx';
import lists from './rule-lists.module.css';
import { Rules } from './rules.tsx';
import { save } from './save.ts';
import css from './settings.module.css';

const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'bypassPermissions'];

export function Behaviour() {
  const { t } = useI18n();
  const config = useSettings((state) => state.config);
  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.behaviour')}</h2>
        <p>{t('behaviour.intro')}</p>
      </header>
      <Choice
        legend={t('behaviour.mode')}
        value={config?.permissions.mode}
        options={modes.map((mode) => ({
          value: mode,
          label: t(`mode.${mode}`),
          detail: t(`mode.${mode}.detail`),
        }))}
        onChange={(mode) => void save({ permissions: { mode } })}
      />
      <FolderField folder={config?.workingDir ?? ''} />
      <SpendField limit={config?.limits.spendPerDayUsd ?? 0} />
      <Rules />
      <Folders />
    </>
  );
}

function FolderField({ folder }: { readonly folder: string }) {
  const { t } = useI18n();
  const [draft, setDraft] = useState(folder);
  useEffect(() => setDraft(folder), [folder]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await save({ workingDir: draft.trim() })) notify(t('behaviour.folderSaved'));
  }

  const isSame = draft === folder;
  const hint = isSame ? t('hint.unchanged') : draft.trim() === '' ? t('hint.empty') : undefined;
  return (
    <form className={cx(fields.fields, css.field)} onSubmit={(event) => void submit(event)}>
      <label>
        <span>{t('behaviour.folder')}</span>
        <input
          value={draft}
          spellCheck={false}
          onChange={(event) => setDraft(event.target.value)}
        />
      </label>
      <Button type="submit" hint={hint}>
        {t('common.save')}
      </Button>
    </form>
  );
}

function SpendField({ limit }: { readonly limit: number }) {
  const { t } = useI18n();
  const [draft, setDraft] = useState('');
  useEffect(() => setDraft(limit === 0 ? '' : String(limit)), [limit]);
  const wanted = draft.trim() === '' ? 0 : Number(draft.trim().replace(',', '.'));
  const isSum = Number.isFinite(wanted) && wanted >= 0;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await save({ limits: { spendPerDayUsd: wanted } })) notify(t('behaviour.spendSaved'));
  }

  return (
    <form className={cx(fields.fields, css.field)} onSubmit={(event) => void submit(event)}>
      <label>
        <span>{t('behaviour.spend')}</span>
        <input
          value={draft}
          inputMode="decimal"
          aria-invalid={!isSum}
          aria-describedby="spend-help"
          placeholder={t('behaviour.spendNone')}
          onChange={(event) => setDraft(event.target.value)}
        />
      </label>
      <Button
        type="submit"
        hint={
          isSum ? (wanted === limit ? t('hint.unchanged') : undefined) : t('behaviour.spendBad')
        }
      >
        {t('common.save')}
      </Button>
      <p id="spend-help" className={css.help} role={isSum ? undefined : 'alert'}>
        {t(isSum ? 'behaviour.spendHelp' : 'behaviour.spendBad')}
      </p>
    </form>
  );
}

/** Which project folders may add their rules. */
function Folders() {
  const { t } = useI18n();
  const folders = useSettings((state) => state.config?.folders);
  if (folders === undefined) return null;
  return (
    <section className={lists.rules}>
      <h3>{t('behaviour.folders')}</h3>
      <p className={css.help}>{t('behaviour.foldersHelp')}</p>
      {(['trusted', 'never'] as const).map((kind) => (
        <div key={kind} className={lists.rule}>
          <span>{t(`behaviour.folders.${kind}`)}</span>
          {folders[kind].length === 0 ? (
            <em>{t('behaviour.noFolder')}</em>
          ) : (
            <ul>
              {folders[kind].map((folder) => (
                <li key={folder}>
                  <code>{folder}</code>
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={t('behaviour.removeFolder', { folder })}
                    onClick={() =>
                      void save({
                        folders: { [kind]: folders[kind].filter((one) => one !== folder) },
                      })
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
    </section>
  );
}
