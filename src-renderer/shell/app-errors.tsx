/** The last net: a fault in one room leaves the rest of the window usable. */
import { Component, type ReactNode } from 'react';
import { Failure } from '../design/room.tsx';
import { currentI18n } from '../i18n/index.ts';

interface Props {
  /** Another room clears the fault. */
  readonly resetKey: string;
  readonly children: ReactNode;
}
interface State {
  readonly message: string | undefined;
  readonly key: string;
}

export class RoomBoundary extends Component<Props, State> {
  override state: State = { message: undefined, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { message: undefined, key: props.resetKey };
  }

  override render(): ReactNode {
    if (this.state.message === undefined) return this.props.children;
    const { t } = currentI18n();
    return (
      <div style={{ padding: 24 }}>
        <Failure>{t('common.fault', { message: this.state.message })}</Failure>
      </div>
    );
  }
}
