/** Menus in one look. The behaviour (keys, focus, typing to find) is Base UI's. */
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './menu.module.css';

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'center' | 'end';
  readonly wide?: boolean;
  readonly onOpen?: () => void;
  /** False: the item that was chosen moves the focus itself. */
  readonly returnsFocus?: () => boolean;
}

export function Menu({ trigger, children, side = 'bottom', align = 'start', ...more }: MenuProps) {
  return (
    <Base.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) more.onOpen?.();
      }}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={css.positioner} side={side} align={align} sideOffset={6}>
          <Base.Popup
            className={cx(css.popup, more.wide && css.wide)}
            finalFocus={() => more.returnsFocus?.() ?? true}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, danger, onClick, children }: MenuItemProps) {
  return (
    <Base.Item className={cx(css.item, danger && css.danger)} onClick={onClick}>
      {icon}
      <span>{children}</span>
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className={css.separator} />;
}

interface MenuChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

export function MenuChoice({ value, onChange, children }: MenuChoiceProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(String(next))}>
      {children}
    </Base.RadioGroup>
  );
}

export function MenuGroup({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <Base.Group className={css.group}>
      <Base.GroupLabel className={css.label}>
        <span>{label}</span>
        {note && <em>{note}</em>}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

interface MenuOptionProps {
  readonly value: string;
  readonly label: ReactNode;
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
}

export function MenuOption({ value, label, detail, disabled }: MenuOptionProps) {
  return (
    <Base.RadioItem className={css.option} value={value} disabled={disabled} closeOnClick>
      <span className={css.tick}>
        <Base.RadioItemIndicator>
          <Check aria-hidden />
        </Base.RadioItemIndicator>
      </span>
      <span className={css.words}>
        <span>{label}</span>
        {detail && <small>{detail}</small>}
      </span>
    </Base.RadioItem>
  );
}
