import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedLoads } from './lazy-screen.tsx';

type Props = {
  /** A failure is tried again when this changes. */
  readonly resetKey?: string;
  /** Handles a failure in place of what would show it. */
  readonly onFailure?: (error: unknown) => void;
  /** Draws a failure; `retry` tries again. */
  readonly failure?: (error: unknown, retry: () => void) => ReactNode;
  readonly children: ReactNode;
};
type State = { readonly failed: { readonly error: unknown } | undefined };

/** Shows what is loaded first, or `failure` in its place where that or its code fails. React offers this to classes only. */
export class LoadBoundary extends Component<Props, State> {
  override state: State = { failed: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: { error } };
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.failed && resetKey !== this.props.resetKey) this.retry();
  }

  override componentDidCatch(error: unknown): void {
    if (!this.props.onFailure) return;
    forgetFailedLoads();
    this.props.onFailure(error);
  }

  retry = (): void => {
    forgetFailedLoads();
    this.setState({ failed: undefined });
  };

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed) return this.props.failure?.(failed.error, this.retry) ?? null;
    return <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
