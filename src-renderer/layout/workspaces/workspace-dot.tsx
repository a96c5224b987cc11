import type { Workspace } from '../../../src-server/model/workspaces/workspace.ts';
import classes from './workspaces.module.css';

/** Shows the colour of a workspace; a ring for Home, which has none. */
export function WorkspaceDot({ color }: { readonly color: Workspace['color'] }) {
  return <span className={classes.dot} data-workspace-color={color ?? 'none'} aria-hidden />;
}
