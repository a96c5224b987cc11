import type { Database } from 'better-sqlite3';
import type { RemoteBuild } from '../../../model/sync/link.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

type Row = {
  remote_key: number;
  version: string | null;
  state: string;
  success: number | null;
  commit: string | null;
  created: number;
  duration: number | null;
};

/** Reads and writes `remote_builds`: the newest builds of linked projects on the service. */
export function remoteBuildsTable(database: Database) {
  const ofProject = prepareRead(
    database,
    'SELECT * FROM remote_builds WHERE project_link = ? ORDER BY remote_key DESC',
  );
  const put = database.prepare(`
    INSERT INTO remote_builds (project_link, remote_key, version, state, success, "commit", created, duration)
    VALUES (@projectLink, @key, @version, @state, @success, @commit, @created, @duration)
    ON CONFLICT (project_link, remote_key) DO UPDATE SET version = @version, state = @state, success = @success,
      "commit" = @commit, created = @created, duration = @duration`);
  const prune = database.prepare(`
    DELETE FROM remote_builds WHERE project_link = @projectLink AND remote_key NOT IN (
      SELECT remote_key FROM remote_builds WHERE project_link = @projectLink ORDER BY remote_key DESC LIMIT @keep)`);

  return {
    /** Lists the builds of a linked project, newest first. */
    ofProject: (projectLink: number): RemoteBuild[] => (ofProject.all(projectLink) as Row[]).map(fromRow),
    /** Stores builds as they are now on the service and keeps the newest `keep`. */
    put(projectLink: number, builds: readonly RemoteBuild[], keep: number): void {
      for (const build of builds) {
        const success = build.success === null ? null : Number(build.success);
        put.run({ ...build, projectLink, success });
      }
      prune.run({ projectLink, keep });
    },
  };
}

function fromRow(row: Row): RemoteBuild {
  return {
    key: row.remote_key,
    version: row.version,
    state: row.state,
    success: row.success === null ? null : row.success === 1,
    commit: row.commit,
    created: row.created,
    duration: row.duration,
  };
}
