import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Invalid } from '../../../src-server/model/base/problems.ts';
import { commandsConfig, eventually } from '../../support/program/build-server.ts';
import { processesBelow } from '../../support/program/processes-below.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { folderWith, operator, previewServer, SPHINX, writeFiles } from './preview-fixture.ts';

/** A page that a failing command leaves half-written. */
const COPY = commandsConfig(
  '"mkdir -p $READTHEDOCS_OUTPUT/html; cat index.html extra.html > $READTHEDOCS_OUTPUT/html/index.html"',
  '"cp -r assets $READTHEDOCS_OUTPUT/html/ 2>/dev/null || true"',
);

test.skipIf(!hasProgram('sphinx-build'))(
  'Sphinx: a save is shown, an error has its file and line, and a failed build leaves the last good pages',
  async () => {
    const folder = folderWith(SPHINX);
    const server = await previewServer();
    const { id } = await server.preview(folder);
    const first = await server.until(id, ({ state }) => state !== 'building');
    expect(first).toMatchObject({ state: 'ready', revision: 1, problems: [], error: '' });
    expect(first.project).toMatchObject({ isStored: false });
    const page = await server.page(first);
    expect(page.text).toContain('First words.');
    expect(page.text).toMatch(/<head>\s*<script src="\/_\/preview\/script\.js" data-revision="1">/);
    expect(page.headers['cache-control']).toBe('no-store');

    writeFiles(folder, { 'docs/index.rst': `${SPHINX['docs/index.rst']}\n.. nonsense::\n` });
    const marked = await server.until(id, ({ revision }) => revision === 2);
    expect(marked.state).toBe('ready');
    const nonsense = { severity: 'error', file: 'docs/index.rst', line: 10 };
    expect(marked.problems).toMatchObject([nonsense]);
    // Only what changed is read, and what is wrong elsewhere is still said.
    writeFiles(folder, { 'docs/tides.rst': 'Tides\n=====\n\nLow water.\n' });
    const third = await server.until(id, ({ revision }) => revision === 3);
    expect(third.output).toMatch(/reading sources\.\.\. \[100%\] tides/);
    expect(third.problems).toMatchObject([nonsense]);
    expect((await server.page(third, 'tides.html')).text).toContain('Low water.');

    writeFiles(folder, { 'docs/conf.py': 'project = 1 +\n' });
    const failed = await server.until(id, ({ state }) => state === 'failed');
    expect(failed.problems).toMatchObject([{ severity: 'error', file: 'docs/conf.py', line: 1 }]);
    expect((await server.page(failed, 'tides.html')).text).toContain('Low water.');
    writeFiles(folder, { 'docs/conf.py': "project = 'Mended'\n" });
    const mended = await server.until(id, ({ state }) => state === 'ready');
    expect((await server.page(mended)).text).toContain('Mended');

    // Other pages show a new page and its title, and none that is gone.
    const untilTides = (is: (text: string) => boolean) =>
      eventually(
        () => server.page(mended, 'tides.html'),
        ({ text }) => is(text),
      );
    writeFiles(folder, {
      'docs/winds.rst': 'Winds\n=====\n',
      'docs/index.rst': `${SPHINX['docs/index.rst']}   winds\n`,
    });
    await untilTides((text) => text.includes('Winds</a>'));
    writeFiles(folder, { 'docs/winds.rst': 'Gales\n=====\n' });
    await untilTides((text) => text.includes('Gales</a>'));
    rmSync(join(folder, 'docs/winds.rst'));
    await untilTides((text) => !text.includes('Gales</a>'));
    expect((await server.page(mended, 'winds.html')).status).toBe(404);
  },
);

test.skipIf(!hasProgram('mkdocs'))('MkDocs needs no configuration of the build', async () => {
  const folder = folderWith({ 'mkdocs.yml': 'site_name: Tides\n', 'docs/index.md': '# High\n' });
  const server = await previewServer();
  const { id } = await server.preview(folder);
  const first = await server.until(id, ({ state }) => state !== 'building');
  expect((await server.page(first)).text).toContain('High');
  writeFiles(folder, { 'docs/index.md': '# Low\n\n[gone](gone.md)\n' });
  const second = await server.until(id, ({ revision }) => revision === 2);
  expect((await server.page(second)).text).toContain('Low');
  expect(second.problems).toMatchObject([{ severity: 'warning', file: 'docs/index.md', line: 3 }]);
  writeFiles(folder, { 'mkdocs.yml': 'site_name: Tides\nnav: [\n' });
  const failed = await server.until(id, ({ state }) => state === 'failed');
  expect(failed.problems[0]).toMatchObject({ severity: 'error', file: 'mkdocs.yml', line: 3 });
});

describe('of commands', () => {
  test('a repository: what is not committed is built, what git ignores is not, and the folder is only read', async () => {
    const repository = gitRepository();
    repository.commit('First', {
      '.readthedocs.yaml': COPY,
      '.gitignore': 'ignored\n',
      'index.html': '<p>committed</p>',
      'extra.html': '',
    });
    const { folder } = repository;
    writeFiles(folder, { 'index.html': '<p>changed</p>', 'assets/new.txt': 'new', 'ignored/x.txt': 'x' });
    const outside = folderWith({ 'secret.txt': 'secret' });
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'assets/out.txt'));
    symlinkSync('new.txt', join(folder, 'assets/link.txt'));
    const server = await previewServer();
    const { id } = await server.preview(join(folder, 'assets'));
    const preview = await server.until(id, ({ state }) => state !== 'building');
    expect(preview).toMatchObject({ state: 'ready', folder });
    expect((await server.page(preview)).text).toContain('changed');
    expect((await server.page(preview, 'assets/new.txt')).text).toBe('new');
    // A link that leads out of the folder is left out, and said.
    expect((await server.page(preview, 'assets/out.txt')).status).toBe(404);
    expect(preview.output).toContain('assets/out.txt');
    expect(repository.git('status', '--porcelain', '--ignored').split('\n')).toEqual([
      'M index.html',
      '?? assets/',
      '!! ignored/',
    ]);

    // What is ignored changes nothing; what is removed goes.
    writeFiles(folder, { 'ignored/x.txt': 'y' });
    repository.git('rm', '-qf', 'extra.html');
    const failed = await server.until(id, ({ state }) => state === 'failed');
    expect(failed.lastLines).toMatch(/extra\.html: No such file or directory$/);
    expect((await server.page(preview)).text).toContain('changed');
  });

  test('many saves end on the last one, and nothing is left when it stops', async () => {
    const folder = folderWith({
      '.readthedocs.yaml': commandsConfig('sleep 0.2', COPY_ONE),
      'index.html': '0',
    });
    const server = await previewServer();
    const { id } = await server.preview(folder);
    const first = await server.until(id, ({ state }) => state === 'ready');
    for (let save = 1; save <= 60; save += 1) {
      writeFileSync(join(folder, 'index.html'), `save ${save}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(
      () => server.page(first),
      ({ text }) => text.endsWith('save 60'),
    );
    await server.services.previews.stop(operator, id);
    expect(processesBelow(server.folder?.root ?? '')).toEqual([]);
    expect((await server.page(first)).status).toBe(404);
  });

  test('a folder that vanishes says so, and continues when it is back', async () => {
    const folder = join(scratchFolder(), 'docs');
    mkdirSync(folder);
    writeFiles(folder, { '.readthedocs.yaml': commandsConfig(COPY_ONE), 'index.html': 'one' });
    const server = await previewServer();
    const { id } = await server.preview(folder);
    await server.until(id, ({ state }) => state === 'ready');
    renameSync(folder, `${folder}-away`);
    const gone = await server.until(id, ({ state }) => state === 'gone');
    expect(gone.error).toMatch(/not there any more/);
    writeFiles(`${folder}-away`, { 'index.html': 'two' });
    renameSync(`${folder}-away`, folder);
    const back = await server.until(id, ({ state }) => state === 'ready');
    expect((await server.page(back)).text).toContain('two');
  });

  test('no list and no other host has a preview, and only the person here starts one', async () => {
    const folder = folderWith({ '.readthedocs.yaml': commandsConfig(COPY_ONE), 'index.html': 'mine' });
    const server = await previewServer({ privateDocs: 'ask' });
    const preview = await server.preview(folder);
    await server.until(preview.id, ({ state }) => state === 'ready');
    // Private documentation asks for a session here, so a preview does too.
    expect((await server.page(preview)).status).toBe(404);
    expect(server.services.docsSessions.link(operator, preview.url)).toContain('lectern-key=');
    expect(await server.services.previews.start(operator, { folder })).toMatchObject({ id: preview.id });
    const { services } = server;
    const alice = { kind: 'user', user: services.users.ensure(operator, 'alice'), door: 'api' } as const;
    await expect(services.previews.start(alice, { folder })).rejects.toThrow();
    expect(() => services.previews.list(alice)).toThrow();
    expect(services.projectList.slugs(operator, { text: '' } as never)).toEqual([]);
  });
});

const COPY_ONE = '"mkdir -p $READTHEDOCS_OUTPUT/html && cp index.html $READTHEDOCS_OUTPUT/html/"';

describe('folders that cannot be previewed', () => {
  test('say why at once', async () => {
    const server = await previewServer();
    const data = join(server.folder?.root ?? '', '..');
    const cases = [
      [
        data,
        'Lectern keeps its data in this folder, which would change with each build. Choose another one.',
      ],
      ['', 'Enter the path of a folder.'],
      ['docs', 'Enter the whole path of a folder of this computer.'],
      ['/nowhere/at/all', 'There is no folder /nowhere/at/all.'],
      [import.meta.filename, `${import.meta.filename} is a file. Choose the folder that it is in.`],
      ['/', 'This is the whole computer. Choose the folder of one project.'],
      ['~', 'This is your home folder. Choose the folder of one project.'],
    ] as const;
    for (const [path, message] of cases) {
      const refused = await server.preview(path).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Invalid);
      expect((refused as Invalid).errors).toEqual({ folder: [message] });
    }
  });

  test('one without a configuration file says what is missing', async () => {
    const server = await previewServer();
    const { id } = await server.preview(folderWith({ 'notes.txt': 'nothing' }));
    const failed = await server.until(id, ({ state }) => state === 'failed');
    expect(failed.error).toMatch(/conf\.py/);
    expect((await server.page(failed)).text).toContain('No build has made pages yet.');
  });

  test('one whose configuration file is wrong names its line', async () => {
    const server = await previewServer();
    const config = 'version: 2\nbuild:\n  os: [\n';
    const { id } = await server.preview(folderWith({ '.readthedocs.yaml': config }));
    const failed = await server.until(id, ({ state }) => state === 'failed');
    expect(failed.problems[0]).toMatchObject({ severity: 'error', file: '.readthedocs.yaml' });
    expect(failed.problems[0]?.line).toBeGreaterThan(2);
  });
});
