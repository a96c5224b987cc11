import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ProjectBuildsScreen } from '../builds/builds-screen.tsx';
import { NotThere } from '../not-there.tsx';
import { OverviewScreen } from './overview/overview.tsx';
import { SubprojectsScreen } from './relations/subprojects.tsx';
import { TranslationsScreen } from './relations/translations.tsx';
import { ProjectSettingsScreen } from './settings/settings.tsx';

const BuildScreen = lazy(() =>
  import('../build/build-screen.tsx').then(({ BuildScreen }) => ({ default: BuildScreen })),
);

const EnvironmentScreen = lazy(() =>
  import('../environment/environment-screen.tsx').then(({ EnvironmentScreen }) => ({
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

/** Every screen of one project. */
export function ProjectScreens({ slug }: { readonly slug: string }) {
  const at = `/projects/${slug}`;
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path={at}>
          <OverviewScreen slug={slug} />
        </Route>
        <Route path={`${at}/versions`}>
          <VersionsScreen slug={slug} />
        </Route>
        <Route path={`${at}/builds`}>
          <ProjectBuildsScreen slug={slug} />
        </Route>
        <Route path={`${at}/builds/:id`}>{({ id }) => <BuildScreen key={id} slug={slug} id={id} />}</Route>
        <Route path={`${at}/redirects`}>
          <RedirectsScreen key={slug} slug={slug} />
        </Route>
        <Route path={`${at}/environment`}>
          <EnvironmentScreen key={slug} slug={slug} />
        </Route>
        <Route path={`${at}/subprojects`}>
          <SubprojectsScreen slug={slug} />
        </Route>
        <Route path={`${at}/translations`}>
          <TranslationsScreen slug={slug} />
        </Route>
        <Route path={`${at}/settings`}>
          <ProjectSettingsScreen slug={slug} />
        </Route>
        <Route>{() => <NotThere />}</Route>
      </Switch>
    </Suspense>
  );
}
