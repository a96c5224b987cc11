import { problemOf } from '../../api/desk.ts';
import { EmptyState } from './empty-state.tsx';

type Props = {
  /** What it is, with its article: `The snapshots`. */
  readonly what: string;
  readonly error: unknown;
};

/** Says in place of some content that it could not be loaded, and why. */
export function NotLoaded({ what, error }: Props) {
  return <EmptyState title={`${what} could not be loaded`}>{problemOf(error).message}</EmptyState>;
}
