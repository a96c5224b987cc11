import type { Database } from 'better-sqlite3';
import { type BuildRemedy, OFFLINE, remedyOf } from '../../../model/builds/build-note.ts';
import type { BuildToolSource } from '../../../model/projects/project.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** A failed build that can be made to pass; `isNewest` among the builds of its version. */
export type RemediedBuild = { readonly remedy: BuildRemedy; readonly isNewest: boolean };

type Row = {
  id: number;
  error: string;
  isOffline: number;
  isNewest: number;
  repositoryUrl: string;
  trustedRepository: string | null;
  builder: string | null;
  buildTools: BuildToolSource;
};

/** Finds what would make failed builds pass. */
export function buildRemediesQueries(database: Database) {
  // The note is the last line of its command, so only the last chunk is read.
  const failed = prepareRead(
    database,
    `
    SELECT b.id, b.error, p.repository_url AS repositoryUrl, p.trusted_repository AS trustedRepository,
      p.builder, p.build_tools AS buildTools,
      b.error = '' AND EXISTS (
        SELECT 1 FROM build_commands c CROSS JOIN build_output o ON o.command_id = c.id
        WHERE c.build_id = b.id AND c.exit_code <> 0 AND instr(o.text, @note) > 0
          AND o.chunk = (SELECT max(l.chunk) FROM build_output l WHERE l.command_id = c.id)) AS isOffline,
      NOT EXISTS (
        SELECT 1 FROM builds n WHERE n.version_id = b.version_id AND (n.created, n.id) > (b.created, b.id)) AS isNewest
    FROM json_each(@ids) wanted CROSS JOIN builds b ON b.id = wanted.value
    CROSS JOIN projects p ON p.id = b.project_id
    WHERE b.state = 'finished' AND b.success = 0`,
  );

  return {
    /** Returns those of these builds that can be made to pass, by their ids. */
    of(ids: readonly number[]): Map<number, RemediedBuild> {
      const rows = failed.all({ ids: JSON.stringify(ids), note: OFFLINE }) as Row[];
      return new Map(
        rows.flatMap(({ id, error, isOffline, isNewest, ...project }) => {
          const remedy = remedyOf({ error, isOffline: isOffline === 1, project });
          return remedy === null ? [] : [[id, { remedy, isNewest: isNewest === 1 }] as const];
        }),
      );
    },
  };
}
