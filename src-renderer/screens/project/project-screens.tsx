import { Route, Switch } from 'wouter';
import { ScreenBoundary } from '../../layout/screen/screen-boundary.tsx';
import { lazyScreen } from '../../ui/lazy/lazy-screen.tsx';
import { ProjectBuildsScreen } from '../builds/builds-screen.tsx';
import { NoPageOfProject } from './no-project.tsx';
import { OverviewScreen } from './overview/overview-screen.tsx';
import { SubprojectsScreen } from './relations/subprojects-screen.tsx';
import { TranslationsScreen } from './relations/translations-screen.tsx';
import { ProjectSettingsScreen } from './settings/project-settings-screen.tsx';

const BuildScreen = lazyScreen(() =>
  import('../build/build-screen.tsx').then(({ BuildScreen }) => BuildScreen),
);

const EnvironmentScreen = lazyScreen(() =>
  import('../variables/environment-screen.tsx').then(({ EnvironmentScreen }) => EnvironmentScreen),
);

const VersionsScreen = lazyScreen(() =>
  import('../versions/versions-screen.tsx').then(({ VersionsScreen }) => VersionsScreen),
);

const RedirectsScreen = lazyScreen(() =>
  import('../redirects/list/redirects-screen.tsx').then(({ RedirectsScreen }) => RedirectsScreen),
);

/** Routes the screens of one project. */
export function ProjectScreens({ slug }: { readonly slug: string }) {
  const basePath = `/projects/${slug}`;
  return (
    <ScreenBoundary>
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
        <Route>{() => <NoPageOfProject slug={slug} />}</Route>
      </Switch>
    </ScreenBoundary>
  );
}
