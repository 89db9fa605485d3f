/** The mind's files: read and edited here, or in any editor; the next turn knows it. */
import { NotebookText } from 'lucide-react';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import list from '../design/list.module.css';
import { Empty, Failure, Room } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { onBrainEvent } from '../transport/brain.ts';
import { FilePane } from './file-pane.tsx';
import { FileTree } from './file-tree.tsx';
import css from './mind-room.module.css';
import { Offers } from './offers.tsx';

/** What a newcomer finds where. */
const places = [
  { path: 'identity/', words: 'mind.place.identity' },
  { path: 'prefrontal/', words: 'mind.place.prefrontal' },
  { path: 'hippocampus/knowledge/', words: 'mind.place.knowledge' },
  { path: 'cerebellum/', words: 'mind.place.cerebellum' },
] as const;

export function MindRoom() {
  const { t } = useI18n();
  const search = new URLSearchParams(useSearch());
  const path = search.get('file') ?? undefined;
  const heading = search.get('heading') ?? undefined;
  const { value, failure, reload } = useAnswer('workspace.list', {});
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
        {value && <FileTree files={value.files} openPath={path} />}
        {value?.files.length === 0 && <p className={list.none}>{t('mind.none')}</p>}
      </nav>
      {path === undefined ? (
        <div className={list.detail}>
          <Empty icon={<NotebookText />} title={t('mind.choose')}>
            {t('mind.chooseText')}
            <ul className={css.places}>
              {places.map((place) => (
                <li key={place.path}>
                  <code>{place.path}</code> {t(place.words)}
                </li>
              ))}
            </ul>
          </Empty>
        </div>
      ) : (
        <FilePane key={path} path={path} heading={heading} />
      )}
    </Room>
  );
}
