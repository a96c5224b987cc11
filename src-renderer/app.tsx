import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { desk, queryClient } from './api/desk.ts';
import { useConnection } from './api/live/connection.ts';
import { subscribeToChanges } from './api/live/live-changes.ts';
import type { Session } from './api/session.ts';
import { Shell } from './layout/shell.tsx';
import { Routes } from './routes.tsx';
import { SignedOut } from './screens/signed-out.tsx';
import { Welcome } from './screens/welcome/welcome.tsx';
import { cssVariablesResolver, theme } from './theme/theme.ts';
import { TitleBarTheme } from './theme/title-bar-theme.tsx';

/** Renders the whole window. */
export function App({ session }: { readonly session: Session }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <TitleBarTheme />
        <Notifications position="bottom-right" containerWidth={420} />
        <ModalsProvider>{session === 'in' ? <SignedInApp /> : <SignedOut reason={session} />}</ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Shows the screens; at the first run it asks for a name first, which may also be given in another tab. */
function SignedInApp() {
  const setConnectionState = useConnection((connection) => connection.setState);
  useEffect(() => subscribeToChanges(setConnectionState), [setConnectionState]);
  const { data: state } = useQuery(desk.system.state.queryOptions());
  if (!state) return null;
  if (state.localUser === null) return <Welcome />;
  return (
    <Shell>
      <Routes />
    </Shell>
  );
}
