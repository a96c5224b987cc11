import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { buildNotice, isUntrusted } from '../../../src-server/model/builds/build-notice.ts';
import { deskClient } from '../../api/desk.ts';
import { onBuildEnd } from '../../api/live/build-ends.ts';
import { markWindowTitle } from '../../ui/window-title.ts';
import { usePreferences } from '../preferences.ts';

/** Tells of builds that end while the browser's tab is not visible. The application has the system's notifications. */
export function useBuildNotices(): void {
  useEffect(() => (window.lectern === undefined ? watchBuilds() : undefined), []);
}

function watchBuilds(): () => void {
  let unseen = 0;
  const onVisible = () => {
    if (!isVisible()) return;
    unseen = 0;
    markWindowTitle(0);
  };
  const unsubscribe = onBuildEnd(async (id) => {
    if (isVisible()) return;
    // A build that is gone by now is of no interest, and without a server there is nothing to tell.
    const build = await deskClient.build.get.query({ id }).catch(() => undefined);
    if (!build || isVisible()) return;
    if (notifyOf(build)) markWindowTitle(++unseen);
  });
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisible);
    markWindowTitle(0);
  };
}

const isVisible = () => document.visibilityState === 'visible';

type EndedBuild = Awaited<ReturnType<typeof deskClient.build.get.query>>;

/** Tells of a build by the browser where that is switched on; returns whether the build is of interest. */
function notifyOf({ id, projectName, projectSlug, versionSlug, ...build }: EndedBuild): boolean {
  const ended = { success: build.success === true, error: build.error, duration: build.duration };
  const notice = buildNotice({ id, project: projectName, slug: projectSlug, version: versionSlug, ...ended });
  if (!notice) return false;
  if (!usePreferences.getState().notifiesInBrowser || !mayNotify()) return true;
  // Several tabs show one notification, and a project that may not be built has one for all of its versions.
  const tag = isUntrusted(ended) ? `lectern-project-${projectSlug}` : `lectern-build-${id}`;
  const notification = new Notification(notice.title, { body: notice.body, tag });
  notification.onclick = () => {
    window.focus();
    navigate(notice.path);
    notification.close();
  };
  return true;
}

/** Tells whether the browser lets this page show notifications. */
export function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}
