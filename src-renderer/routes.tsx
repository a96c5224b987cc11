import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { ProjectsScreen } from './screens/projects/list/projects-screen.tsx';

// All screens but the first are loaded when they are first opened.
const ProjectScreens = lazy(() =>
  import('./screens/project/project-screens.tsx').then(({ ProjectScreens }) => ({ default: ProjectScreens })),
);
const BuildsScreen = lazy(() =>
  import('./screens/builds/builds-screen.tsx').then(({ BuildsScreen }) => ({ default: BuildsScreen })),
);
const ImportScreen = lazy(() =>
  import('./screens/import/import-screen.tsx').then(({ ImportScreen }) => ({ default: ImportScreen })),
);
const PeopleScreen = lazy(() =>
  import('./screens/people/people-screen.tsx').then(({ PeopleScreen }) => ({ default: PeopleScreen })),
);
const PersonScreen = lazy(() =>
  import('./screens/people/person-screen.tsx').then(({ PersonScreen }) => ({ default: PersonScreen })),
);
const SearchScreen = lazy(() =>
  import('./screens/search/search-screen.tsx').then(({ SearchScreen }) => ({ default: SearchScreen })),
);
const SettingsScreen = lazy(() =>
  import('./screens/settings/settings-screen.tsx').then(({ SettingsScreen }) => ({
    default: SettingsScreen,
  })),
);

/** Maps addresses to screens. */
export function Routes() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/">
          <Redirect to="/projects" replace />
        </Route>
        <Route path="/projects" component={ProjectsScreen} />
        <Route path="/projects/:slug/*?">{({ slug }) => <ProjectScreens slug={slug} />}</Route>
        <Route path="/import">
          <ImportScreen />
        </Route>
        <Route path="/builds">
          <BuildsScreen />
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
        <Route path="/settings/:tab?">{({ tab }) => <SettingsScreen tab={tab} />}</Route>
        <Route>{() => <NotFoundScreen />}</Route>
      </Switch>
    </Suspense>
  );
}
