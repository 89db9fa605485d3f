import {
  Copy,
  Download,
  Ellipsis,
  EyeOff,
  FileJson,
  FoldVertical,
  GitFork,
  Pencil,
  Trash2,
} from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { SessionSummary } from '../../protocol/index.ts';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { Confirm } from '../design/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '../design/menu.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { forkWords } from './fork-words.ts';
import { compactSession, deleteSession, exportSession, forkSession } from './session-actions.ts';
import css from './session-list.module.css';
import { TitleField } from './session-title.tsx';

interface SessionRowProps {
  readonly session: SessionSummary;
  readonly open: boolean;
}

export const SessionRow = memo(function SessionRow({ session, open }: SessionRowProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [, navigate] = useLocation();
  const [renaming, setRenaming] = useState(false);
  const startsRenaming = useRef(false);
  const [deleting, setDeleting] = useState(false);
  const { sessionId, forkOf } = session;
  const title = session.title || t('session.untitled');

  if (renaming) {
    return (
      <li className={cx(css.row, css.renaming)}>
        <TitleField
          session={session}
          onDone={() => {
            startsRenaming.current = false;
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className={cx(css.row, open && css.open)}>
      <Link
        href={to.conversation(sessionId)}
        className={css.link}
        aria-current={open ? 'page' : undefined}
        title={forkOf === undefined ? title : forkWords(session, i18n)}
      >
        {session.private && (
          <EyeOff className={css.private} role="img" aria-label={t('session.private')} />
        )}
        {forkOf && <GitFork className={css.private} role="img" aria-label={t('session.isFork')} />}
        <span className={css.title} dir="auto">
          {title}
        </span>
        {session.status !== 'idle' && (
          <i
            className={css[session.status]}
            role="img"
            aria-label={t(`session.${session.status}`)}
            title={t(`session.${session.status}`)}
          />
        )}
      </Link>
      <Menu
        align="end"
        returnsFocus={() => !startsRenaming.current}
        trigger={
          <IconButton className={css.more} label={t('session.more', { title })}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Pencil aria-hidden />}
          onClick={() => {
            // A closing menu would take the focus from the field, and that ends the renaming.
            startsRenaming.current = true;
            setRenaming(true);
          }}
        >
          {t('session.rename')}
        </MenuItem>
        <MenuItem
          icon={<Copy aria-hidden />}
          onClick={async () => {
            const copy = await forkSession(sessionId);
            if (copy) navigate(to.conversation(copy));
          }}
        >
          {t('session.fork')}
        </MenuItem>
        <MenuItem
          icon={<FoldVertical aria-hidden />}
          onClick={() => void compactSession(sessionId, t('compaction.nothing'))}
        >
          {t('session.compact')}
        </MenuItem>
        <MenuItem
          icon={<Download aria-hidden />}
          onClick={() => void exportSession(sessionId, 'markdown')}
        >
          {t('session.exportMarkdown')}
        </MenuItem>
        <MenuItem
          icon={<FileJson aria-hidden />}
          onClick={() => void exportSession(sessionId, 'json')}
        >
          {t('session.exportJson')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onClick={() => setDeleting(true)}>
          {t('session.delete')}
        </MenuItem>
      </Menu>
      <Confirm
        open={deleting}
        title={t('session.deleteTitle')}
        confirm={t('session.delete')}
        cancel={t('common.cancel')}
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          if ((await deleteSession(sessionId)) && open) navigate(to.home());
        }}
      >
        {t(session.private ? 'session.deletePrivate' : 'session.deleteText', { title })}
      </Confirm>
    </li>
  );
});
