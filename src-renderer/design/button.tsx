import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { keysOf, type ShortcutId } from '../shell/keys/shortcuts.ts';
import css from './button.module.css';
import { cx } from './cx.ts';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
  /** What is missing before it can be pressed: it is disabled then, and says so. */
  readonly why?: string | undefined;
  /** The same where the place itself shows what is missing: told on hover, and read aloud. */
  readonly hint?: string | undefined;
}

export function Button({
  look = 'plain',
  size = 'normal',
  icon,
  why,
  hint,
  ...props
}: ButtonProps) {
  const whyId = useId();
  const button = (
    <button
      type="button"
      {...props}
      title={hint ?? props.title}
      disabled={props.disabled === true || why !== undefined || hint !== undefined}
      aria-describedby={why === undefined ? props['aria-describedby'] : whyId}
      className={cx(css.button, css[look], size === 'small' && css.small, props.className)}
    >
      {icon}
      {props.children}
    </button>
  );
  if (why === undefined) return button;
  return (
    <>
      {button}
      <small id={whyId} className={css.why}>
        {why}
      </small>
    </>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Shown with the label. */
  readonly keys?: ShortcutId;
  /** Read aloud and shown on hover. */
  readonly label: string;
  /** Why it cannot be pressed: it is disabled then. */
  readonly hint?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, keys, hint, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={hint ?? (keys ? `${label} (${keysOf(keys)})` : label)}
      aria-label={label}
      {...props}
      disabled={props.disabled === true || hint !== undefined}
      className={cx(css.icon, props.className)}
    />
  );
}
