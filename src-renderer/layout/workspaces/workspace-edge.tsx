import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { desk } from '../../api/desk.ts';
import { notify } from '../../ui/feedback/notify.tsx';
import { showProjects, useOpening } from './switch-workspace.ts';
import classes from './workspaces.module.css';

/** Where the failure that was said last is noted. */
const SAID = 'lectern-workspace-failure';

/** Frames the window with the colour of the workspace, and covers it while another is being opened. */
export function WorkspaceEdge() {
  const { data: state } = useQuery(desk.workspaces.state.queryOptions());
  const opening = useOpening((store) => store.opening);
  const current = state?.current;
  const first = useRef(current?.id);
  // Another window has switched.
  useEffect(() => {
    first.current ??= current?.id;
    if (opening === undefined && current !== undefined && current?.id !== first.current) showProjects();
  }, [current, opening]);
  const failure = state?.failure;
  useEffect(() => {
    // The application loads the window again after a switch: it is said once.
    if (!failure || sessionStorage.getItem(SAID) === String(state?.openings)) return;
    sessionStorage.setItem(SAID, String(state?.openings));
    notify(
      `“${failure.name}” could not be opened; ${current?.name ?? 'the one before'} is open again. ${failure.message}`,
    );
  }, [failure, current, state]);
  const color = current?.color;
  return (
    <>
      {opening !== undefined && (
        <div className={classes.opening} role="status">
          <Loader size="sm" color="gray" />
          Opening {opening}…
        </div>
      )}
      {color && <div className={classes.edge} data-testid="workspace-edge" data-workspace-color={color} />}
    </>
  );
}
