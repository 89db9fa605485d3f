/** Who may answer, and in which order: found servers, providers, and a new one. */
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../design/cx.ts';
import unseen from '../design/unseen.module.css';
import { useI18n } from '../i18n/index.ts';
import { inCascadeOrder, loadProviders, useProviders } from '../store/providers.ts';
import { tried } from '../store/tried.ts';
import { AddProvider } from './add-provider.tsx';
import { FoundServers } from './found-servers.tsx';
import { movedTo } from './order.ts';
import { PricesEditor } from './prices-editor.tsx';
import { ProviderCard } from './provider-card.tsx';
import { providersWithout } from './provider-patch.ts';
import { RoutesEditor } from './routes-editor.tsx';
import { save } from './save.ts';
import css from './settings.module.css';

export function Models() {
  const { t } = useI18n();
  const state = useProviders();
  const [dragged, setDragged] = useState<string>();
  const [told, setTold] = useState('');
  const lastOrder = useRef(0);
  useEffect(() => void tried(loadProviders), []);
  const ordered = inCascadeOrder(state);
  const rest = state.providers.filter(
    (provider) => !ordered.includes(provider) && provider.kind !== 'reflex',
  );

  async function order(cascade: readonly string[]): Promise<void> {
    lastOrder.current += 1;
    const own = lastOrder.current;
    await save({ cascade: [...cascade] });
    // Of several moves in a row the last one tells: an answer to an earlier one would jump back.
    if (own === lastOrder.current) await tried(loadProviders);
  }

  async function moveTo(name: string, index: number): Promise<void> {
    const cascade = movedTo(state.cascade, name, index);
    if (cascade === state.cascade) return;
    // At once, so that what was dropped does not jump back while it is saved.
    useProviders.setState({ cascade });
    setTold(t('models.movedTo', { name, place: String(index + 1) }));
    await order(cascade);
  }

  async function remove(name: string): Promise<void> {
    const cascade = state.cascade.filter((other) => other !== name);
    if (await save({ providers: providersWithout(name), cascade })) await tried(loadProviders);
  }

  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.models')}</h2>
        <p>{t('models.intro')}</p>
      </header>
      <FoundServers />
      <ol className={css.cards}>
        {ordered.map((provider) => {
          const index = state.cascade.indexOf(provider.name);
          return (
            <ProviderCard
              key={provider.name}
              provider={provider}
              place={{
                index,
                last: state.cascade.length - 1,
                dragged: dragged === provider.name,
                moveTo: (to) => void moveTo(provider.name, to),
                onDragStart: () => setDragged(provider.name),
                onDragEnd: () => setDragged(undefined),
                onDragOver: (event: DragEvent) => {
                  if (dragged !== undefined) event.preventDefault();
                },
                onDrop: (event: DragEvent) => {
                  event.preventDefault();
                  if (dragged !== undefined) void moveTo(dragged, index);
                  setDragged(undefined);
                },
              }}
              onRemove={() => void remove(provider.name)}
            />
          );
        })}
        {rest.map((provider) => (
          <ProviderCard
            key={provider.name}
            provider={provider}
            onUse={() => void order([...state.cascade, provider.name])}
            onRemove={() => void remove(provider.name)}
          />
        ))}
        <li className={css.card}>
          <div className={css.cardHead}>
            <b>{t('model.reflex')}</b>
            <span className={cx(css.state, css.ready)}>{t('provider.state.ready')}</span>
          </div>
          <p className={css.help}>{t('models.reflex')}</p>
        </li>
      </ol>
      <p role="status" className={unseen.unseen}>
        {told}
      </p>
      <AddProvider />
      <RoutesEditor />
      <PricesEditor />
    </>
  );
}
