import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useConnection } from '../../api/live/connection.ts';
import { reloadIfOutdated } from '../../api/live/newer-build.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Screen } from '../../ui/feedback/screen.tsx';
import { ScreenNotLoaded } from '../../ui/lazy/lazy-screen.tsx';

type Props = { readonly error: unknown; readonly retry: () => void };

/** Says in the place of a screen why it is not shown, and tries again: by its button, or once the server answers. */
export function ScreenFailure(props: Props) {
  return (
    <Screen title="Not available" breadcrumbs={[{ label: 'Not available' }]}>
      <Failure {...props} what="screen" />
    </Screen>
  );
}

/** Says in the place of a part of a screen why it is not shown, and tries again as a screen does. */
export function PanelFailure(props: Props) {
  return <Failure {...props} what="part" />;
}

function Failure({ error, retry, what }: Props & { readonly what: 'screen' | 'part' }) {
  const isNotLoaded = error instanceof ScreenNotLoaded;
  const connection = useConnection(({ state }) => state);
  const wasLost = useRef(connection !== 'connected');
  useEffect(() => {
    if (connection !== 'connected') wasLost.current = true;
    else if (wasLost.current && isNotLoaded) retry();
  }, [connection, isNotLoaded, retry]);
  // A newer build has other file names; this window then has to become that build.
  useEffect(() => {
    if (isNotLoaded) void reloadIfOutdated();
  }, [isNotLoaded]);
  return (
    <EmptyState title={isNotLoaded ? `Could not load this ${what}` : `This ${what} stopped working`}>
      {isNotLoaded
        ? 'Lectern did not answer, or was updated. Check that it is running, then try again.'
        : 'Nothing was changed. Try again, or reload the window.'}
      <Button
        mt={12}
        display="block"
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        onClick={retry}
      >
        Retry
      </Button>
    </EmptyState>
  );
}
