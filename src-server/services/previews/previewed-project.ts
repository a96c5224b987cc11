import { projectSlug } from '../../model/base/slug.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { PREVIEW } from '../../model/previews/preview.ts';
import { hostLabel } from '../../model/projects/documentation-url.ts';
import type { BuildToolSource, DocumentationType, Project } from '../../model/projects/project.ts';
import type { Version } from '../../model/versions/version.ts';
import type { BuildEntry } from '../../store/tables/builds/builds.ts';
import type { QueuedBuild } from '../builds/build-runs.ts';
import { NEW_PROJECT } from '../projects/projects.ts';

/** A label of a host name has at most this many characters. */
const MAX_LABEL = 63;
const SUFFIX = `--${PREVIEW}`;
/** No row has this id. */
const NO_ID = 0;

/** Returns a project that is only previewed and never stored: its name is the folder's. */
export function unstoredProject(
  folder: string,
  documentationType: DocumentationType,
  buildTools: BuildToolSource,
  now: Timestamp,
): Project {
  const name = /[^\\/]*[\\/]?$/.exec(folder)?.[0].replace(/[\\/]$/, '') || PREVIEW;
  return {
    ...NEW_PROJECT,
    ...{ id: NO_ID, name, slug: projectSlug(name) || PREVIEW, documentationType, buildTools },
    ...{ repositoryUrl: folder, repositoryType: 'git', homepage: '', created: now, modified: now },
    ...{ language: 'en', programmingLanguage: 'words', privacyLevel: 'private' },
  };
}

/** Returns the first label of this form that is free: `pip--preview`, `pip--preview-2`. */
export function previewLabel(slug: string, isTaken: (label: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? SUFFIX : `${SUFFIX}-${count}`;
    const label =
      hostLabel(slug)
        .slice(0, MAX_LABEL - end.length)
        .replace(/-+$/, '') + end;
    if (!isTaken(label)) return label;
  }
}

/** Returns what the steps of a build take: a private version and a build that no table has. */
export function previewBuild(project: Project, docsUrl: string, now: Timestamp): QueuedBuild {
  const version: Version = {
    ...{ id: NO_ID, projectId: project.id, slug: PREVIEW, verboseName: PREVIEW, identifier: PREVIEW },
    ...{ type: 'branch', active: true, built: false, uploaded: false, machine: false },
    ...{ privacyLevel: 'private', hidden: true, downloads: [], pagesBuild: null },
    fastRebuild: false,
  };
  const build: BuildEntry = {
    ...{ id: NO_ID, projectId: project.id, versionId: NO_ID, created: now, state: 'building' },
    ...{ success: null, error: '', commit: null, commitSubject: '', commitAuthor: '', duration: null },
    mode: 'clean',
    ...{ projectSlug: project.slug, versionSlug: PREVIEW, configText: '{}' },
  };
  return { build, version, project, docsUrl };
}
