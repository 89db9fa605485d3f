/** MCP servers: added by pasting, watched, tested, their tools switched off one by one. */
import { useEffect, useState } from 'react';
import { Failure } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { onBrainEvent } from '../transport/brain.ts';
import { AddServers } from './add-servers.tsx';
import { ServerCard } from './server-card.tsx';
import css from './settings.module.css';

export function Servers() {
  const { t } = useI18n();
  const { value, failure, reload } = useAnswer('mcp.list', {});
  const [adding, setAdding] = useState(false);

  useEffect(
    () =>
      onBrainEvent((event) => {
        if ('scope' in event && event.type === 'mcp') reload();
      }),
    [reload],
  );

  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.servers')}</h2>
        <p>{t('servers.intro')}</p>
      </header>
      {failure && <Failure>{failure}</Failure>}
      <ul className={css.cards}>
        {value?.servers.map((server) => (
          <ServerCard key={server.name} server={server} onChanged={reload} />
        ))}
      </ul>
      {value?.servers.length === 0 && !adding && <p className={css.help}>{t('servers.none')}</p>}
      <AddServers open={adding} onOpen={setAdding} onAdded={reload} />
    </>
  );
}
