import { Redirect, Route, Switch } from 'wouter';
import { livePath, useRemotes } from '../../features/live-service/remotes.ts';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { ConflictsScreen } from './conflicts/conflicts-screen.tsx';
import { ChooseScreen } from './connect/choose-screen.tsx';
import { ConnectScreen } from './connect/connect-screen.tsx';
import { HistoryScreen } from './history/history-screen.tsx';
import { IncomingScreen } from './incoming/incoming-screen.tsx';
import { OutgoingScreen } from './outgoing/outgoing-screen.tsx';

/** Shows the accounts on documentation services: connecting one, and the tabs of its page. */
export function SyncScreens() {
  const remotes = useRemotes();
  if (remotes === undefined) return null;
  return (
    <Switch>
      <Route path="/live/connect">
        <ConnectScreen />
      </Route>
      <Route path="/live/:name/:tab?">
        {({ name, tab = 'outgoing' }) => {
          const remote = remotes.find((each) => each.name === decodeURIComponent(name));
          if (!remote) return <NotFoundScreen message={`No account is connected under the name ${name}.`} />;
          const props = { key: remote.id, remote, remotes };
          if (tab === 'projects') return <ChooseScreen {...props} />;
          if (tab === 'incoming') return <IncomingScreen {...props} />;
          if (tab === 'conflicts') return <ConflictsScreen {...props} />;
          if (tab === 'history') return <HistoryScreen {...props} />;
          return tab === 'outgoing' ? <OutgoingScreen {...props} /> : <NotFoundScreen />;
        }}
      </Route>
      <Route>{remotes[0] ? <Redirect to={livePath(remotes[0].name)} replace /> : <ConnectScreen />}</Route>
    </Switch>
  );
}
