import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  COPY_INDEX,
  commandsConfig,
  eventually,
  startBuildServer,
} from '../../support/program/build-server.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';

type VersionItem = { readonly slug: string; readonly verbose_name: string; readonly active: boolean };
type BuildItem = {
  readonly id: number;
  readonly success: boolean;
  readonly error: string;
  readonly commands: readonly { readonly command: string; readonly output: string }[];
};

/** What a shell would run, in every place where one could be asked to; /MARK is a file that must never exist. */
const RUN = [
  '$(touch$IFS/MARK)',
  '`touch$IFS/MARK`',
  ';touch$IFS/MARK;',
  '"$(touch$IFS/MARK)"',
  "'|touch$IFS/MARK&'",
];
/** What git would take for one of its options. A repository can have such branches, though git makes none. */
const OPTIONS = ['--upload-pack=touch$IFS/MARK', '--output=/MARK'];

describe.skipIf(!hasProgram('git'))('S12 a hostile repository', () => {
  test('S12 whose branches and tags are commands and options is synced and built, and none of them runs', async () => {
    const folder = scratchFolder();
    const mark = join(folder, 'mark');
    const repository = gitRepository();
    const commands = ['pwd', 'echo home=$HOME; echo tmp=$TMPDIR', 'env', COPY_INDEX];
    const subject = `<img src=x onerror=alert(1)> \u202eevil\u202c \u001b[31m ${'long '.repeat(80)}`;
    const head = repository.commit(subject, {
      '.readthedocs.yaml': commandsConfig(...commands.map((command) => JSON.stringify(command))),
      'index.html': 'pages',
    });
    const named = (list: readonly string[]) => list.map((name) => name.replaceAll('/MARK', mark));
    for (const name of named([...RUN, ...OPTIONS])) repository.git('update-ref', `refs/heads/${name}`, head);
    for (const name of named([...RUN.slice(0, 1), ...OPTIONS]))
      repository.git('update-ref', `refs/tags/${name}`, head);
    const data = join(folder, 'data');
    const server = await startBuildServer(data);
    const made = await server.api('POST', '/api/v3/projects/', {
      name: '$(touch /MARK) `id`',
      repository: { url: repository.folder, type: 'git' },
    });
    expect(made.status).toBe(201);
    const { slug: project } = made.json as { slug: string };
    expect(project).toMatch(/^[a-z0-9-]+$/);
    const versions = await eventually(
      async () => {
        const { json } = await server.api('GET', `/api/v3/projects/${project}/versions/?limit=100`);
        return (json as { results: VersionItem[] }).results;
      },
      (results) => results.length > RUN.length,
    );
    // The names came through the sync as they are.
    for (const name of named(RUN)) expect(versions.map((version) => version.verbose_name)).toContain(name);
    const places: string[] = [];
    for (const { slug, verbose_name: name } of versions.filter((version) => version.slug !== 'latest')) {
      const path = `/api/v3/projects/${project}/versions/${slug}/`;
      expect((await server.api('PATCH', path, { active: true })).status).toBe(204);
      const id = await server.trigger(project, slug);
      await server.until(project, id, ({ state }) => state.code === 'finished');
      const { json } = await server.api('GET', `/api/v2/build/${id}/`);
      const { success, error, commands: ran } = json as BuildItem;
      // Each is built, or refused with its name before anything of it runs.
      expect(success, name).toBe(!name.startsWith('-'));
      if (!success) expect(error, slug).toMatch(/not a valid name of a branch or tag/);
      expect(existsSync(mark), slug).toBe(false);
      const output = ran.map((command) => command.output).join('\n');
      expect(output).not.toMatch(/^(LECTERN_(?!BUILD)|NODE_|npm_|ELECTRON_)/m);
      if (success) places.push(...(output.match(/(?<=^(?:home=|tmp=))\/.*$|^\/.*checkout$/gm) ?? []));
    }
    // Its own folders each time, which no later build meets.
    expect(places.length).toBeGreaterThanOrEqual(3 * RUN.length);
    expect(new Set(places).size).toBe(places.length);
    expect(places.filter((place) => !place.startsWith(`${data}/builds/`))).toEqual([]);
    const left = readdirSync(join(data, 'builds')).filter((name) => !/^(?:cache|ended|kept)$/.test(name));
    expect(left).toEqual([]);
    // What the commit says is kept as one harmless line.
    for (const { text, author } of commitTexts(data)) {
      expect(text).toMatch(/^<img src=x onerror=alert\(1\)> {2}evil {3}\[31m (long )+.*…$/u);
      expect([...text]).toHaveLength(255);
      expect(author).toBe('Mira');
    }
  });
});

/** Returns subject and author of the commits of all builds that have passed. */
function commitTexts(data: string): readonly { readonly text: string; readonly author: string }[] {
  const database = new Sqlite(join(data, 'lectern.sqlite'), { readonly: true });
  onTestFinished(() => void database.close());
  const rows = database
    .prepare<[], { readonly text: string; readonly author: string }>(
      'SELECT commit_subject AS text, commit_author AS author FROM builds WHERE success = 1',
    )
    .all();
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}
