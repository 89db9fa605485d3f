/** An address that leads nowhere: says so, and leads somewhere. */
import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import css from './lost.module.css';
import { Empty } from './room.tsx';

interface LostProps {
  readonly title: string;
  readonly text?: string;
  readonly links: readonly { readonly href: string; readonly name: string }[];
}

export function Lost({ title, text, links }: LostProps) {
  return (
    <Empty icon={<Compass />} title={title}>
      {text}
      <ul className={css.links}>
        {links.map(({ href, name }) => (
          <li key={href}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
      </ul>
    </Empty>
  );
}
