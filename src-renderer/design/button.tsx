import type { ComponentProps, ReactNode, Ref } from 'react';
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
  /** Read aloud and shown on hover. */
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...props}
      className={cx(css.icon, props.className)}
    />
  );
}
