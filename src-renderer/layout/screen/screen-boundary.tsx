import { Component, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { forgetFailedLoads } from './lazy-screen.tsx';
import { ScreenFailure } from './screen-failure.tsx';

type BoundaryProps = {
  readonly path: string;
  /** Handles a failure in place of a screen that shows it. */
  readonly onFailure?: (error: unknown) => void;
  readonly children: ReactNode;
};
type BoundaryState = { readonly failure: { readonly error: unknown } | undefined };

/** Shows the open screen, or why it failed; everything around it stays usable. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  return (
    <Boundary path={path}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}

/** Shows a dialog whose code is loaded first; calls `onFailure`, which closes it, where that or the dialog fails. */
export function DialogBoundary({ onFailure, children }: Omit<Required<BoundaryProps>, 'path'>) {
  return (
    <Boundary path="" onFailure={onFailure}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}

// React offers this to classes only.
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  override componentDidUpdate({ path }: BoundaryProps): void {
    if (this.state.failure && path !== this.props.path) this.retry();
  }

  override componentDidCatch(error: unknown): void {
    if (!this.props.onFailure) return;
    forgetFailedLoads();
    this.props.onFailure(error);
  }

  retry = (): void => {
    forgetFailedLoads();
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure && this.props.onFailure) return null;
    return failure ? <ScreenFailure error={failure.error} retry={this.retry} /> : this.props.children;
  }
}
