import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { desk } from '../../api/desk.ts';
import { notify } from '../../ui/feedback/notify.tsx';
import { showProjects, useOpening } from './switch-workspace.ts';
import classes from './workspaces.module.css';

/** Where the failure that was read last is noted. */
const READ = 'lectern-workspace-failure';

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
  const said = useRef<number>(undefined);
  const failure = state?.failure;
  const openings = state?.openings;
  const name = current?.name ?? 'The workspace before';
  useEffect(() => {
    if (!failure || said.current === openings || sessionStorage.getItem(READ) === String(openings)) return;
    said.current = openings;
    // The application may load the window again while this is shown: then it is shown once more.
    notify(
      `“${failure.name}” could not be opened; ${name} is open again. ${failure.message}`,
      undefined,
      () => sessionStorage.setItem(READ, String(openings)),
    );
  }, [failure, name, openings]);
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
