import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/runner/programs.ts';
import { gitRepository, scratchFolder } from '../git/git-repository.ts';
import { outputOf, programsFolder, runTestBuild } from '../steps/run-test-build.ts';

const MAKE = 'python3 -m venv $READTHEDOCS_VIRTUALENV_PATH';
const LINE =
  'mkdir -p $READTHEDOCS_OUTPUT/html; python -m pip --version; pip --version; . $READTHEDOCS_VIRTUALENV_PATH/bin/activate; echo $VIRTUAL_ENV > $READTHEDOCS_OUTPUT/html/index.html';
const CONFIG = `version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3"}\n  commands:\n    - ${JSON.stringify(LINE)}\n`;

/** Returns the texts of an environment by path, without compiled modules, which know where they were compiled. */
function textsOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path), name.endsWith('.pyc') ? '' : readFileSync(path, 'latin1')];
    }),
  );
}

describe.skipIf(!hasProgram('python3-venv') || !hasProgram('git'))('the template of an environment', () => {
  test('is made once, copied as venv would make it, and made again when it is damaged', async () => {
    const { folder, commit } = gitRepository();
    commit('Docs', { '.readthedocs.yaml': CONFIG });
    const workFolder = scratchFolder();
    const path = programsFolder('bash', 'cat', 'cp', 'git', 'mkdir', 'python3', 'sh');
    const build = () =>
      runTestBuild({ repository: folder, project: { buildTools: 'own' }, workFolder, path });

    const first = await build();
    expect(first.result).toMatchObject({ success: true });
    expect(outputOf(first, '# An environment is made to copy from')).toContain('Once for Python 3');
    expect(outputOf(first, MAKE)).toMatch(/this is a copy of the empty environment that the same command/);
    const environment = join(first.folder, 'venv');
    expect(outputOf(first, 'mkdir')).toContain(`${environment}/lib/`);
    expect(readFileSync(join(first.result.stage ?? '', 'html/index.html'), 'utf8')).toBe(`${environment}\n`);

    const copied = textsOf(environment);
    const moved = join(scratchFolder(), 'copied');
    renameSync(environment, moved);
    execFileSync(join(path, 'python3'), ['-m', 'venv', environment]);
    const made = textsOf(environment);
    expect(Object.keys(copied).sort()).toEqual(Object.keys(made).sort());
    for (const [name, text] of Object.entries(made)) expect(copied[name], name).toBe(text);

    const second = await build();
    expect(second.folder).toBe(first.folder);
    expect(second.commands.map(({ command }) => command)).not.toContain(
      '# An environment is made to copy from',
    );
    const [template = ''] = readdirSync(join(workFolder, 'kept', 'templates'));
    const damaged = join(workFolder, 'kept', 'templates', template, 'venv', 'pyvenv.cfg');
    appendFileSync(damaged, 'broken');
    const third = await build();
    expect(outputOf(third, '# An environment is made to copy from')).toContain('Once for Python 3');
    expect(readFileSync(damaged, 'utf8')).not.toContain('broken');
  });
});
