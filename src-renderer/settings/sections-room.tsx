/** A room of pages: their names at the side, one of them open. */
import type { ReactNode, RefObject } from 'react';
import { Link } from 'wouter';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Lost } from '../design/lost.tsx';
import { Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import css from './settings.module.css';

interface SectionsRoomProps {
  readonly title: string;
  readonly detail?: ReactNode;
  /** Above the names. */
  readonly search?: ReactNode;
  readonly sections: readonly { readonly href: string; readonly name: string }[];
  /** The address of the open one; undefined: there is none of that name. */
  readonly open: string | undefined;
  readonly page?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

export function SectionsRoom(props: SectionsRoomProps) {
  const { title, detail, search, sections, open, page, children } = props;
  const { t } = useI18n();
  return (
    <Room title={title} detail={detail} body="split">
      <nav className={cx(list.list, css.nav)} aria-label={title}>
        {search}
        {sections.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            className={cx(list.line, href === open && list.open)}
            aria-current={href === open ? 'page' : undefined}
          >
            <b>{name}</b>
          </Link>
        ))}
      </nav>
      <div key={open} className={list.detail} {...scrollable}>
        <div ref={page} className={css.page}>
          {open === undefined ? <Lost title={t('lost.title')} links={sections} /> : children}
        </div>
      </div>
    </Room>
  );
}
