import { expect, test, vi } from 'vitest';
import { OFFLINE_PREVIEW } from '../../../src-server/model/builds/build-note.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository } from '../git/git-repository.ts';
import { hideIndexes } from '../steps/run-test-build.ts';
import { folderWith, operator, previewServer, SPHINX, writeFiles } from './preview-fixture.ts';

/* Previews that are built in virtual environments, which take seconds to make. */

test.skipIf(!hasProgram('python3-venv'))(
  'the environment is kept until a file of requirements changes, and the project of a folder is used',
  async () => {
    const repository = gitRepository();
    const { folder } = repository;
    const html = [
      'mkdir -p $READTHEDOCS_OUTPUT/html',
      'python -c "import sys; print(sys.prefix, open(\'index.html\').read())" > $READTHEDOCS_OUTPUT/html/index.html',
      'git describe --always --dirty >> $READTHEDOCS_OUTPUT/html/index.html',
    ];
    const jobs = `  jobs:\n    install:\n      - "true"\n    build:\n      html:\n${html.map((line) => `        - ${JSON.stringify(line)}\n`).join('')}`;
    const commit = repository.commit('First', {
      '.readthedocs.yaml': `version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: { python: "3" }\n${jobs}`,
      'requirements.txt': '',
      'index.html': 'one',
    });
    const server = await previewServer();
    const { services } = server;
    const user = services.users.ensure(operator, 'alice');
    const repositoryBody = { url: `file://${folder}`, type: 'git' as const };
    services.projects.create(
      { kind: 'operator', user, door: 'desk' },
      { name: 'Tides', repository: repositoryBody },
    );
    const { id } = await services.previews.start(operator, { folder });
    const first = await server.until(id, ({ state }) => state !== 'building');
    expect(first.output).toContain('-m venv');
    expect(first).toMatchObject({
      state: 'ready',
      label: 'tides--preview',
      project: { slug: 'tides', isStored: true },
    });
    expect((await server.page(first)).text).toMatch(new RegExp(`/venv one\n${commit.slice(0, 7)}\\n$`));
    const versions = services.versionList.get(operator, 'tides').rows.map(({ slug }) => slug);
    expect(versions).not.toContain('preview');
    const sitemap = await server.page({ ...first, label: 'tides' }, '/sitemap.xml');
    expect(sitemap).toMatchObject({ status: 200, text: expect.not.stringContaining('preview') });

    writeFiles(folder, { 'index.html': 'two' });
    const second = await server.until(id, ({ revision }) => revision === 2);
    expect(second.output).not.toContain('venv');
    expect((await server.page(second)).text).toMatch(/\/venv two\n[0-9a-f]{7}-dirty\n$/);
    writeFiles(folder, { 'requirements.txt': '# changed\n' });
    const third = await server.until(id, ({ revision }) => revision === 3);
    expect(third.output).toContain('-m venv');
  },
);

test.skipIf(!hasProgram('python3-venv'))(
  'a fresh virtualenv without an index of packages names the way out',
  async () => {
    hideIndexes();
    vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple');
    const server = await previewServer();
    const folder = folderWith(SPHINX);
    const { id } = await server.services.previews.start(operator, { folder, buildTools: 'own' });
    const failed = await server.until(id, ({ state }) => state === 'failed');
    expect(failed.problems[0]).toMatchObject({ file: null, message: OFFLINE_PREVIEW });
  },
);
