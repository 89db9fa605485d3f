/** The mode and the folder of a conversation; also of one that is yet to begin. */
import { Popover } from '@base-ui/react/popover';
import { ChevronDown, Folder, ShieldCheck, ShieldOff, SquarePen } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PermissionMode } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { Menu, MenuChoice, MenuOption } from '../design/menu.tsx';
import { endOfFolder, lastOfFolder, shownFolder } from '../design/shown-folder.ts';
import { useI18n } from '../i18n/index.ts';
import { useSettings } from '../store/settings.ts';
import css from './pickers.module.css';

const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'bypassPermissions'];
const modeIcons = { default: ShieldCheck, acceptEdits: SquarePen, bypassPermissions: ShieldOff };

interface ModePickerProps {
  readonly value: PermissionMode;
  readonly onChange: (mode: PermissionMode) => void;
}

export function ModePicker({ value, onChange }: ModePickerProps) {
  const { t } = useI18n();
  const Icon = modeIcons[value];
  return (
    <Menu
      wide
      side="top"
      trigger={
        <button
          type="button"
          className={cx(css.chip, value === 'bypassPermissions' && css.risky)}
          aria-label={t('mode.label', { mode: t(`mode.${value}`) })}
        >
          <Icon aria-hidden />
          {t(`mode.${value}`)}
          <ChevronDown aria-hidden />
        </button>
      }
    >
      <MenuChoice
        value={value}
        onChange={(next) => {
          const mode = modes.find((known) => known === next);
          if (mode) onChange(mode);
        }}
      >
        {modes.map((mode) => (
          <MenuOption
            key={mode}
            value={mode}
            label={t(`mode.${mode}`)}
            detail={t(`mode.${mode}.detail`)}
          />
        ))}
      </MenuChoice>
    </Menu>
  );
}

interface FolderPickerProps {
  readonly value: string;
  /** Rejects when the brain refuses the folder. */
  readonly onChange: (folder: string) => Promise<void>;
}

export function FolderPicker({ value, onChange }: FolderPickerProps) {
  const shown = shownFolder(
    value,
    useSettings((state) => state.userHome),
  );
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(value);
  const [failure, setFailure] = useState('');

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      await onChange(draft.trim());
      setOpen(false);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '');
    }
  }

  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setDraft(value);
        setFailure('');
      }}
    >
      <Popover.Trigger
        className={css.folder}
        title={t('folder.title', { folder: shown })}
        aria-label={t('folder.title', { folder: shown })}
      >
        <Folder aria-hidden />
        <bdi className={css.path}>{endOfFolder(shown)}</bdi>
        <bdi className={css.last}>{lastOfFolder(shown)}</bdi>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={css.positioner} sideOffset={6} align="start">
          <Popover.Popup className={css.popup}>
            <Popover.Title className={css.title}>{t('folder.label')}</Popover.Title>
            <Popover.Description className={css.text}>{t('folder.help')}</Popover.Description>
            <form onSubmit={(event) => void save(event)}>
              <input
                value={draft}
                onChange={(event) => setDraft(event.target.value)}
                aria-label={t('folder.label')}
                spellCheck={false}
              />
              <Button
                look="primary"
                type="submit"
                why={draft.trim() === '' ? t('folder.why') : undefined}
              >
                {t('common.save')}
              </Button>
            </form>
            {failure && (
              <p className={css.failure} role="alert">
                {failure}
              </p>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
