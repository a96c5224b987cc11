import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ProjectBuildsScreen } from '../builds/builds-screen.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { OverviewScreen } from './overview/overview-screen.tsx';
import { SubprojectsScreen } from './relations/subprojects-screen.tsx';
import { TranslationsScreen } from './relations/translations-screen.tsx';
import { ProjectSettingsScreen } from './settings/project-settings-screen.tsx';

const BuildScreen = lazy(() =>
  import('../build/build-screen.tsx').then(({ BuildScreen }) => ({ default: BuildScreen })),
);

const EnvironmentScreen = lazy(() =>
  import('../variables/environment-screen.tsx').then(({ EnvironmentScreen }) => ({
    default: EnvironmentScreen,
  })),
);

const VersionsScreen = lazy(() =>
  import('../versions/versions-screen.tsx').then(({ VersionsScreen }) => ({ default: VersionsScreen })),
);

const RedirectsScreen = lazy(() =>
  import('../redirects/list/redirects-screen.tsx').then(({ RedirectsScreen }) => ({
    default: RedirectsScreen,
  })),
);

/** Routes the screens of one project. */
export function ProjectScreens({ slug }: { readonly slug: string }) {
  const basePath = `/projects/${slug}`;
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path={basePath}>
          <OverviewScreen slug={slug} />
        </Route>
        <Route path={`${basePath}/versions`}>
          <VersionsScreen slug={slug} />
        </Route>
        <Route path={`${basePath}/builds`}>
          <ProjectBuildsScreen slug={slug} />
        </Route>
        <Route path={`${basePath}/builds/:id`}>
          {({ id }) => <BuildScreen key={id} slug={slug} id={id} />}
        </Route>
        <Route path={`${basePath}/redirects`}>
          <RedirectsScreen key={slug} slug={slug} />
        </Route>
        <Route path={`${basePath}/environment`}>
          <EnvironmentScreen key={slug} slug={slug} />
        </Route>
        <Route path={`${basePath}/subprojects`}>
          <SubprojectsScreen slug={slug} />
        </Route>
        <Route path={`${basePath}/translations`}>
          <TranslationsScreen slug={slug} />
        </Route>
        <Route path={`${basePath}/settings`}>
          <ProjectSettingsScreen slug={slug} />
        </Route>
        <Route>{() => <NotFoundScreen />}</Route>
      </Switch>
    </Suspense>
  );
}
