import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { desk, queryClient } from './api/desk.ts';
import { useConnection } from './api/live/connection.ts';
import { subscribeToChanges } from './api/live/live-changes.ts';
import { reloadIfOutdated, wasReloaded } from './api/live/newer-build.ts';
import type { Session } from './api/session.ts';
import { openDocsLinksWithSession } from './features/pages/open-docs.ts';
import { ScreenBoundary } from './layout/screen/screen-boundary.tsx';
import { Shell } from './layout/shell.tsx';
import { Routes } from './routes.tsx';
import { SignedOut } from './screens/signed-out.tsx';
import { Welcome } from './screens/welcome/welcome.tsx';
import { cssVariablesResolver, theme } from './theme/theme.ts';
import { TitleBarTheme } from './theme/title-bar-theme.tsx';
import { notify } from './ui/feedback/notify.tsx';
import { prefetchScreens } from './ui/lazy/lazy-screen.tsx';

/** Renders the whole window. */
export function App({ session }: { readonly session: Session }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <TitleBarTheme />
        <Notifications position="bottom-right" containerWidth={420} />
        <ModalsProvider>
          {session.state === 'in' ? (
            <ScreenBoundary>
              <SignedInApp />
            </ScreenBoundary>
          ) : (
            <SignedOut state={session.state === 'out' ? session : undefined} />
          )}
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Shows the screens; at the first run it asks for a name first, which may also be given in another tab. */
function SignedInApp() {
  const { state: connection, setState: setConnectionState } = useConnection();
  useEffect(() => subscribeToChanges(setConnectionState), [setConnectionState]);
  useEffect(openDocsLinksWithSession, []);
  useEffect(() => {
    if (wasReloaded()) notify('Lectern was updated, so this window was reloaded.');
  }, []);
  const wasLost = useRef(false);
  useEffect(() => {
    if (connection !== 'connected') {
      wasLost.current = true;
      return undefined;
    }
    // The server that answers again may be a newer one.
    if (wasLost.current) void reloadIfOutdated();
    return prefetchScreens();
  }, [connection]);
  const { data: state } = useQuery(desk.system.state.queryOptions());
  if (!state) return null;
  if (state.localUser === null) return <Welcome />;
  return (
    <Shell>
      <Routes />
    </Shell>
  );
}
