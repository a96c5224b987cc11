import { EmptyState } from '../ui/feedback/empty-state.tsx';

/** Tells a browser without a session how to sign in, or that the server cannot be reached. */
export function SignedOut({ reason }: { readonly reason: 'out' | 'unreachable' }) {
  return (
    <main aria-label="Lectern">
      {reason === 'out' ? (
        <EmptyState title="Open the printed link">
          This browser is not signed in, or Lectern restarted. Open the link that Lectern printed in the
          terminal; it prints a new one after each use. The API works without it.
        </EmptyState>
      ) : (
        <EmptyState title="Lectern is not responding">Start it again, then reload this page.</EmptyState>
      )}
    </main>
  );
}
