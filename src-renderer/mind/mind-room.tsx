/** The mind's files: read and edited here, or in any editor; the next turn knows it. */
import { NotebookText } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Link, useSearch } from 'wouter';
import type { WorkspaceFile } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Empty, Failure, Room } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { onBrainEvent } from '../transport/brain.ts';
import { FileEditor } from './file-editor.tsx';
import { Offers } from './offers.tsx';

export function MindRoom() {
  const { t, bytes } = useI18n();
  const search = new URLSearchParams(useSearch());
  const path = search.get('file') ?? undefined;
  const heading = search.get('heading') ?? undefined;
  const { value, failure, reload } = useAnswer('workspace.list', {});
  const groups = useMemo(() => groupByFolder(value?.files ?? []), [value]);
  useEffect(
    () =>
      onBrainEvent((event) => {
        if ('scope' in event && event.type === 'workspace_changed') reload();
      }),
    [reload],
  );
  return (
    <Room title={t('room.mind')} detail={t('mind.detail')} body="split">
      <nav className={list.list} aria-label={t('mind.list')}>
        {failure && <Failure>{failure}</Failure>}
        <Offers />
        {groups.map(({ folder, files }) => (
          <section key={folder}>
            <h2 className={list.group}>{folder || t('mind.top')}</h2>
            {files.map((file) => (
              <Link
                key={file.path}
                href={to.mindFile(file.path)}
                className={cx(list.line, file.path === path && list.open)}
                aria-current={file.path === path ? 'page' : undefined}
              >
                <b>{file.path.slice(folder ? folder.length + 1 : 0)}</b>
                <small>{bytes(file.size)}</small>
              </Link>
            ))}
          </section>
        ))}
        {value?.files.length === 0 && <p className={list.none}>{t('mind.none')}</p>}
      </nav>
      {path === undefined ? (
        <div className={list.detail}>
          <Empty icon={<NotebookText />} title={t('mind.choose')}>
            {t('mind.chooseText')}
          </Empty>
        </div>
      ) : (
        <FileEditor key={`${path} ${heading}`} path={path} heading={heading} />
      )}
    </Room>
  );
}

interface Folder {
  readonly folder: string;
  readonly files: readonly WorkspaceFile[];
}

/** What an owner looks for first. */
const firstFolders = ['identity', 'prefrontal', 'hippocampus/knowledge', 'cerebellum'];

function rankOf(folder: string): number {
  const rank = firstFolders.findIndex(
    (first) => folder === first || folder.startsWith(`${first}/`),
  );
  return rank < 0 ? firstFolders.length : rank;
}

/** By folder, the important ones first, then in the order of the alphabet. */
function groupByFolder(files: readonly WorkspaceFile[]): readonly Folder[] {
  const folders = new Map<string, WorkspaceFile[]>();
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders]
    .map(([folder, inside]) => ({ folder, files: inside }))
    .sort((a, b) => rankOf(a.folder) - rankOf(b.folder));
}
