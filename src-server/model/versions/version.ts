import type { z } from 'zod';
import { bool, choice, nested } from '../base/fields.ts';
import { PRIVACY_LEVELS, type PrivacyLevel } from '../projects/project.ts';

export const VERSION_TYPES = ['branch', 'tag', 'external', 'unknown'] as const;
export type VersionType = (typeof VERSION_TYPES)[number];

/** Slug and name of the version that follows the default branch. */
export const LATEST = 'latest';
/** Slug and name of the version that follows the highest release. */
export const STABLE = 'stable';

/** The downloadable formats, in the order in which the API names them. */
export const DOWNLOAD_FORMATS = ['epub', 'htmlzip', 'pdf'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** A version of a project's documentation as stored. */
export type Version = {
  readonly id: number;
  readonly projectId: number;
  readonly slug: string;
  readonly verboseName: string;
  /** The name in the version control system: a commit for a tag, `origin/NAME` for a git branch. */
  readonly identifier: string;
  readonly type: VersionType;
  readonly active: boolean;
  readonly built: boolean;
  readonly uploaded: boolean;
  /** Created by Lectern (`latest`, `stable`), not found in the repository. */
  readonly machine: boolean;
  readonly privacyLevel: PrivacyLevel;
  /** Left out of lists of versions and of search; its pages are served. */
  readonly hidden: boolean;
  /** Whether its builder keeps its state from build to build; unknown to the API. */
  readonly fastRebuild: boolean;
  /** The download formats of the last successful build. */
  readonly downloads: readonly DownloadFormat[];
  /** The build whose pages and downloads are served; null when there are none. */
  readonly pagesBuild: number | null;
};

/** Body of a version's update; absent fields stay as they are. */
export const VersionUpdateBody = nested({ active: bool().optional() });
export type VersionUpdateBody = z.infer<typeof VersionUpdateBody>;

/** Body of a version's update at today's service, which changes no privacy (live-service.md 2). */
export const CurrentVersionBody = nested({ active: bool().optional(), hidden: bool().optional() });
export type CurrentVersionBody = z.infer<typeof CurrentVersionBody>;

/** Body of a version's update with the fields of today's service. */
export const VersionDetailsBody = nested({
  active: bool().optional(),
  hidden: bool().optional(),
  privacy_level: choice(PRIVACY_LEVELS).optional(),
});
export type VersionDetailsBody = z.infer<typeof VersionDetailsBody>;

/** Body of a version's update in the window. */
export const DeskVersionBody = nested({
  active: bool().optional(),
  hidden: bool().optional(),
  privacy_level: choice(PRIVACY_LEVELS).optional(),
  fast_rebuild: bool().optional(),
});
export type DeskVersionBody = z.infer<typeof DeskVersionBody>;
