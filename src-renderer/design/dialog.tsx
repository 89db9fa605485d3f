import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import backdrop from './backdrop.module.css';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import css from './dialog.module.css';

interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly cancel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back from this window. */
export function Confirm({ open, title, children, confirm, cancel, ...on }: ConfirmProps) {
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) on.onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={cx(backdrop.backdrop, css.backdrop)} />
        <AlertDialog.Popup className={css.popup}>
          <AlertDialog.Title className={css.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={css.text}>{children}</AlertDialog.Description>
          <div className={css.actions}>
            <AlertDialog.Close render={<Button>{cancel}</Button>} />
            <AlertDialog.Close
              render={
                <Button look="danger" onClick={on.onConfirm}>
                  {confirm}
                </Button>
              }
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
