import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { LoadBoundary } from '../../ui/lazy/load-boundary.tsx';
import { PanelFailure, ScreenFailure } from './screen-failure.tsx';

type Props = { readonly children: ReactNode };

/** Shows the open screen, or why it failed; everything around it stays usable. */
export function ScreenBoundary({ children }: Props) {
  const [path] = useLocation();
  return (
    <LoadBoundary resetKey={path} failure={(error, retry) => <ScreenFailure {...{ error, retry }} />}>
      {children}
    </LoadBoundary>
  );
}

/** Shows a part of a screen whose code is loaded apart, or why it failed; the rest of the screen stays usable. */
export function PanelBoundary({ children }: Props) {
  const [path] = useLocation();
  return (
    <LoadBoundary resetKey={path} failure={(error, retry) => <PanelFailure {...{ error, retry }} />}>
      {children}
    </LoadBoundary>
  );
}
