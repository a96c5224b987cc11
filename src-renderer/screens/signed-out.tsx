import { EmptyState } from '../ui/feedback/empty-state.tsx';

/** What a browser sees that has no session. */
export function SignedOut({ why: reason }: { readonly why: 'out' | 'unreachable' }) {
  return (
    <main aria-label="Lectern">
      {reason === 'out' ? (
        <EmptyState title="Open the printed link">
          Lectern prints a link when it starts, and a new one when that was used. This browser has not come by
          one, or Lectern was started anew since. The API answers without it.
        </EmptyState>
      ) : (
        <EmptyState title="Lectern does not answer">Start it again, then reload this page.</EmptyState>
      )}
    </main>
  );
}
