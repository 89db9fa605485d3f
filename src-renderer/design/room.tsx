/** The frame of every room but the conversation: a header, then a scrolling body. */
import type { ReactNode } from 'react';
import css from './room.module.css';

interface RoomProps {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly actions?: ReactNode;
  /** `split` leaves the inner layout (two scrolling panes) to the room. */
  readonly body?: 'scroll' | 'split';
  readonly children: ReactNode;
}

export function Room({ title, detail, actions, body = 'scroll', children }: RoomProps) {
  return (
    <section className={css.room} aria-label={title}>
      <header className={css.header}>
        <h1>{title}</h1>
        {detail && <span className={css.detail}>{detail}</span>}
        <span className={css.actions}>{actions}</span>
      </header>
      <div className={body === 'scroll' ? css.scroll : css.split}>
        {body === 'scroll' ? <div className={css.column}>{children}</div> : children}
      </div>
    </section>
  );
}

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className={css.empty}>
      <span className={css.emptyIcon} aria-hidden>
        {icon}
      </span>
      <p className={css.emptyTitle}>{title}</p>
      {children && <div className={css.emptyText}>{children}</div>}
    </div>
  );
}

/** Says what went wrong where the content would be. */
export function Failure({ children }: { readonly children: ReactNode }) {
  return (
    <p className={css.failure} role="alert">
      {children}
    </p>
  );
}
