import type { Database } from 'better-sqlite3';
import { sortedJson } from '../../../model/base/sorted-json.ts';
import type { Timestamp } from '../../../model/base/timestamp.ts';
import type { Build, BuildState } from '../../../model/builds/build.ts';
import { CANCELLED } from '../../../model/builds/build-outcome.ts';
import { createList, type Page, type PageRequest } from '../../engine/list-page.ts';
import { prepareRead } from '../../engine/prepare-read.ts';
import type { Transactions } from '../../engine/transaction.ts';
import { isPublic } from '../projects/visibility.ts';
import { isInFlight } from './in-flight.ts';

/** A build with the slugs of its project and version. */
export type BuildEntry = Omit<Build, 'config'> & {
  readonly projectSlug: string;
  readonly versionSlug: string;
  /** The configuration file as JSON with sorted keys, ready for a response. */
  readonly configText: string;
};

export type BuildFilters = {
  readonly commit?: string | undefined;
  /** True for unfinished builds, false for finished ones. */
  readonly running?: boolean | undefined;
};

/** A build as the database has it, with the slugs. */
export type BuildRow = {
  id: number;
  project_id: number;
  version_id: number;
  created: number;
  state: string;
  success: number | null;
  error: string;
  commit: string | null;
  duration: number | null;
  config: string;
  project_slug: string;
  version_slug: string;
};

/** SQL: the columns of a `BuildRow`, and the tables that they need beside `builds b`. */
export const ENTRY = `b.id, b.project_id, b.version_id, b.created, b.state, b.success, b.error, b."commit", b.duration,
  b.config, p.slug AS project_slug, v.slug AS version_slug`;
export const JOINS =
  'CROSS JOIN versions v ON v.id = b.version_id CROSS JOIN projects p ON p.id = b.project_id';
/** Maps the two values of the `running` filter to conditions on `state`. */
