/** The files of the mind in their folders, or those whose path has the words looked for. */
import { ChevronRight } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { WorkspaceFile } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { SearchField } from '../design/search-field.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import css from './file-tree.module.css';
import { type Folder, foldersAbove, folderTree, openAtFirst } from './tree.ts';

interface FileTreeProps {
  readonly files: readonly WorkspaceFile[];
  readonly openPath: string | undefined;
}

const mostFound = 200;
/** Which folders the owner has opened or closed, for as long as the window is there. */
const turned = new Map<string, boolean>();

export function FileTree({ files, openPath }: FileTreeProps) {
  const { t, tn } = useI18n();
  const [words, setWords] = useState('');
  const tree = useMemo(() => folderTree(files), [files]);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    wanted.length === 0
      ? undefined
      : files.filter(({ path }) => wanted.every((word) => path.toLowerCase().includes(word)));
  return (
    <>
      <div className={css.find}>
        <SearchField value={words} onChange={setWords} label={t('mind.find')} />
      </div>
      {found === undefined ? (
        <FolderInside folder={tree} openPath={openPath} />
      ) : (
        <>
          <p className={list.group} role="status">
            {tn('mind.found', found.length)}
          </p>
          <ul>
            {found.slice(0, mostFound).map((file) => (
              <li key={file.path}>
                <FileLine file={file} name={file.path} open={file.path === openPath} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface FolderProps {
  readonly folder: Folder;
  readonly openPath: string | undefined;
}

function FolderInside({ folder, openPath }: FolderProps) {
  return (
    <ul className={cx(folder.path !== '' && css.inside)}>
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <FolderLine folder={inner} openPath={openPath} />
        </li>
      ))}
      {folder.files.map((file) => (
        <li key={file.path}>
          <FileLine
            file={file}
            name={file.path.slice(file.path.lastIndexOf('/') + 1)}
            open={file.path === openPath}
          />
        </li>
      ))}
    </ul>
  );
}

function FolderLine({ folder, openPath }: FolderProps) {
  const { number } = useI18n();
  const id = useId();
  const [chosen, setChosen] = useState(() => turned.get(folder.path));
  const holds = openPath !== undefined && foldersAbove(openPath).includes(folder.path);
  const open = chosen ?? (holds || openAtFirst(folder.path));
  return (
    <>
      <button
        type="button"
        className={css.folder}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          turned.set(folder.path, !open);
          setChosen(!open);
        }}
      >
        <ChevronRight aria-hidden />
        <span>{folder.name}</span>
        <small>{number(folder.count)}</small>
      </button>
      <div id={id} hidden={!open}>
        {open && <FolderInside folder={folder} openPath={openPath} />}
      </div>
    </>
  );
}

interface FileLineProps {
  readonly file: WorkspaceFile;
  readonly name: string;
  readonly open: boolean;
}

function FileLine({ file, name, open }: FileLineProps) {
  const { bytes, dateTime } = useI18n();
  return (
    <Link
      href={to.mindFile(file.path)}
      className={cx(css.file, open && css.open)}
      aria-current={open ? 'page' : undefined}
      title={`${file.path} · ${bytes(file.size)} · ${dateTime(file.modified)}`}
    >
      {name}
    </Link>
  );
}
