/** Ctrl/Cmd+K: everything by name. The field keeps the focus; arrows move through the list. */
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import backdrop from '../../design/backdrop.module.css';
import { cx } from '../../design/cx.ts';
import { Keys } from '../../design/keys.tsx';
import { Snippet } from '../../design/snippet.tsx';
import unseen from '../../design/unseen.module.css';
import { useI18n } from '../../i18n/index.ts';
import { useUi } from '../../store/ui.ts';
import { focusMessage, focusRoom } from '../keys/focus.ts';
import { type Command, type Offer, pick } from './command.ts';
import css from './palette.module.css';
import { readRecent, rememberUse } from './recent.ts';
import { takeTyped } from './type-ahead.ts';
import { useCommands } from './use-commands.tsx';

const listId = 'palette-list';
const optionId = (index: number): string => `palette-option-${index}`;

export function Palette() {
  const { t } = useI18n();
  const open = useUi((state) => state.palette);
  /** What was chosen leads to another room, which then has the focus. */
  const went = useRef(false);
  /** An action that is carried out when the focus is back where it was. */
  const pending = useRef<() => void>(undefined);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        went.current = false;
        useUi.setState({ palette: next });
      }}
      onOpenChangeComplete={(isOpen) => {
        const run = pending.current;
        pending.current = undefined;
        // A field to write in that it opens would lose the focus again a frame earlier.
        if (!isOpen && run) requestAnimationFrame(() => requestAnimationFrame(run));
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={cx(backdrop.backdrop, css.backdrop)} />
        <Dialog.Popup
          className={css.popup}
          finalFocus={() => {
            if (!went.current) return true;
            went.current = false;
            // The room that was gone to may still be loading.
            if (!focusMessage()) focusRoom();
            return false;
          }}
        >
          <Dialog.Title className={unseen.unseen}>{t('palette.label')}</Dialog.Title>
          <Finder
            onChosen={({ command, inside }) => {
              const run = (inside && command.inside?.run) || command.run;
              rememberUse(command.id);
              went.current = leads.has(command.group);
              if (went.current) run();
              else pending.current = run;
              useUi.setState({ palette: false });
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const leads: ReadonlySet<Command['group']> = new Set(['conversations', 'rooms', 'files']);

function Finder({ onChosen }: { readonly onChosen: (offer: Offer) => void }) {
  const { t, tn } = useI18n();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const [recent] = useState(readRecent);
  // Not deferred: Enter right after the last letter must mean what that letter made of the list.
  const commands = useCommands(query);
  const found = useMemo(() => pick(commands, query, recent), [commands, query, recent]);
  const flat = found.flatMap(({ offers }) => offers);
  const at = Math.min(chosen, flat.length - 1);

  useEffect(() => {
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const last = flat.length - 1;
    const next = nextPlace(event, at, last);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(next);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const offer = flat[at];
      if (offer) onChosen(offer);
    }
  }

  let index = -1;
  return (
    <>
      <div className={css.field}>
        <Search aria-hidden />
        <input
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={flat.length > 0 ? optionId(at) : undefined}
          placeholder={t('palette.placeholder')}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const early = takeTyped();
            if (early !== '') setQuery((before) => before + early);
          }}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('palette.label')} className={css.list}>
        {found.map(({ group, offers }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group} role="group" aria-label={t(`palette.${group}`)}>
            <div className={css.heading} aria-hidden>
              {t(`palette.${group}`)}
            </div>
            {offers.map((offer) => {
              index += 1;
              const place = index;
              return (
                <Option
                  key={offer.command.id}
                  id={optionId(place)}
                  offer={offer}
                  chosen={place === at}
                  onPoint={() => setChosen(place)}
                  onChoose={() => onChosen(offer)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && <p className={css.none}>{t('palette.none')}</p>}
      <p className={unseen.unseen} role="status">
        {query === '' ? '' : tn('palette.found', flat.length)}
      </p>
      <footer className={css.foot} aria-hidden>
        <span>
          <Keys caps={['↑', '↓']} /> {t('palette.move')}
        </span>
        <span>
          <Keys caps={['↵']} /> {t('palette.run')}
        </span>
        <span>
          <Keys caps={['Esc']} /> {t('palette.close')}
        </span>
      </footer>
    </>
  );
}

const page = 8;

function nextPlace(event: KeyboardEvent, at: number, last: number): number | undefined {
  switch (event.key) {
    case 'ArrowDown':
      return at >= last ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? Math.max(0, last) : at - 1;
    case 'PageDown':
      return Math.min(last, at + page);
    case 'PageUp':
      return Math.max(0, at - page);
    case 'Home':
      return event.ctrlKey || event.metaKey ? 0 : undefined;
    case 'End':
      return event.ctrlKey || event.metaKey ? last : undefined;
    default:
      return undefined;
  }
}

interface OptionProps {
  readonly id: string;
  readonly offer: Offer;
  readonly chosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, offer, chosen, onPoint, onChoose }: OptionProps) {
  const { t } = useI18n();
  const { command, ranges } = offer;
  const found = offer.inside ? command.inside?.snippet : undefined;
  return (
    // The field holds the focus and takes the keys for all of them.
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={chosen}
      className={cx(css.option, chosen && css.chosen)}
      onPointerMove={chosen ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={css.icon} aria-hidden>
        {command.icon}
      </span>
      <span className={css.label} dir="auto">
        <Marked text={command.label} ranges={ranges} />
      </span>
      {found === undefined ? (
        command.detail && <small dir="auto">{command.detail}</small>
      ) : (
        <small dir="auto">
          <Snippet text={found} />
        </small>
      )}
      <span className={css.end}>
        {command.current && <small>{t('palette.current')}</small>}
        {command.keys && <kbd>{command.keys}</kbd>}
      </span>
    </button>
  );
}

function Marked({ text, ranges }: { readonly text: string; readonly ranges: Offer['ranges'] }) {
  let from = 0;
  const parts = ranges.flatMap(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return [before, <mark key={start}>{text.slice(start, end)}</mark>];
  });
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
