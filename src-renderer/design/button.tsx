import type { ComponentProps, ReactNode, Ref } from 'react';
import { keysOf, type ShortcutId } from '../shell/keys/shortcuts.ts';
import css from './button.module.css';
import { cx } from './cx.ts';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
}

export function Button({ look = 'plain', size = 'normal', icon, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={cx(css.button, css[look], size === 'small' && css.small, props.className)}
    >
      {icon}
      {props.children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Shown with the label. */
  readonly keys?: ShortcutId;
  /** Read aloud and shown on hover. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, keys, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={keys ? `${label} (${keysOf(keys)})` : label}
      aria-label={label}
      {...props}
      className={cx(css.icon, props.className)}
    />
  );
}
