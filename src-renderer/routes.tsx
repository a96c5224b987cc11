import { Redirect, Route, Switch } from 'wouter';
import { ScreenBoundary } from './layout/screen/screen-boundary.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { ProjectsScreen } from './screens/projects/list/projects-screen.tsx';
import { lazyScreen } from './ui/lazy/lazy-screen.tsx';

// All screens but the first are loaded when they are first opened, or while the window is idle.
const ProjectScreens = lazyScreen(() =>
  import('./screens/project/project-screens.tsx').then(({ ProjectScreens }) => ProjectScreens),
);
const BuildsScreen = lazyScreen(() =>
  import('./screens/builds/builds-screen.tsx').then(({ BuildsScreen }) => BuildsScreen),
);
const FaultsScreen = lazyScreen(() =>
  import('./screens/faults/faults-screen.tsx').then(({ FaultsScreen }) => FaultsScreen),
);
const HandbookScreen = lazyScreen(() =>
  import('./screens/handbook/handbook-screen.tsx').then(({ HandbookScreen }) => HandbookScreen),
);
const ImportScreen = lazyScreen(() =>
  import('./screens/import/import-screen.tsx').then(({ ImportScreen }) => ImportScreen),
);
const PeopleScreen = lazyScreen(() =>
  import('./screens/people/people-screen.tsx').then(({ PeopleScreen }) => PeopleScreen),
);
const PersonScreen = lazyScreen(() =>
  import('./screens/people/person-screen.tsx').then(({ PersonScreen }) => PersonScreen),
);
const PreviewsScreen = lazyScreen(() =>
  import('./screens/previews/previews-screen.tsx').then(({ PreviewsScreen }) => PreviewsScreen),
);
const PreviewScreen = lazyScreen(() =>
  import('./screens/previews/previews-screen.tsx').then(({ PreviewScreen }) => PreviewScreen),
);
const RequestsScreen = lazyScreen(() =>
  import('./screens/requests/requests-screen.tsx').then(({ RequestsScreen }) => RequestsScreen),
);
const SearchScreen = lazyScreen(() =>
  import('./screens/search/search-screen.tsx').then(({ SearchScreen }) => SearchScreen),
);
const SettingsScreen = lazyScreen(() =>
  import('./screens/settings/settings-screen.tsx').then(({ SettingsScreen }) => SettingsScreen),
);
const SyncScreens = lazyScreen(() =>
  import('./screens/sync/sync-screens.tsx').then(({ SyncScreens }) => SyncScreens),
);

/** Maps addresses to screens. */
export function Routes() {
  return (
    <ScreenBoundary>
      <Switch>
        <Route path="/">
          <Redirect to="/projects" replace />
        </Route>
        <Route path="/projects" component={ProjectsScreen} />
        <Route path="/projects/:slug/*?">{({ slug }) => <ProjectScreens slug={slug} />}</Route>
        {/* The address at which the service edits a version; answers of the API name it. */}
        <Route path="/dashboard/:slug/version/:version/*?">
          {({ slug }) => <Redirect to={`/projects/${slug}/versions`} replace />}
        </Route>
        <Route path="/import">
          <ImportScreen />
        </Route>
        <Route path="/builds">
          <BuildsScreen />
        </Route>
        <Route path="/previews">
          <PreviewsScreen />
        </Route>
        <Route path="/previews/:id">{({ id }) => <PreviewScreen id={Number(id)} />}</Route>
        <Route path="/requests">
          <RequestsScreen />
        </Route>
        <Route path="/requests/faults">
          <FaultsScreen />
        </Route>
        <Route path="/search">
          <SearchScreen />
        </Route>
        <Route path="/people">
          <PeopleScreen />
        </Route>
        <Route path="/people/:username">
          {({ username }) => <PersonScreen key={username} username={decodeURIComponent(username)} />}
        </Route>
        <Route path="/live/*?">
          <SyncScreens />
        </Route>
        <Route path="/settings/:tab?">{({ tab }) => <SettingsScreen tab={tab} />}</Route>
        <Route path="/help/:page?">{({ page }) => <HandbookScreen page={page} />}</Route>
        <Route>{() => <NotFoundScreen />}</Route>
      </Switch>
    </ScreenBoundary>
  );
}
