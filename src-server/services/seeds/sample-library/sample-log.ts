import type { SampleProject } from './sample-projects.ts';

/** A command of a build as a seed file writes it, with the seconds that it took. */
export type SampleCommand = {
  readonly description: string;
  readonly command: string;
  readonly output: string;
  readonly exit_code: number;
  readonly share: number;
};

type SampleBuildInfo = Pick<SampleProject, 'mkdocs' | 'language'> & {
  readonly slug: string;
  readonly commit: string;
  readonly ref: string;
  readonly pages: number;
};

const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const YELLOW = '\u001b[33m';
const PLAIN = '\u001b[0m';

const command = (command: string, output: string, share: number, exit_code = 0): SampleCommand => ({
  description: '',
  ...{ command, output, exit_code, share },
});

/** Up to the end of each state. */
function cloning({ slug, commit, ref }: SampleBuildInfo): SampleCommand[] {
  return [
    command(
      `git clone --no-single-branch --depth 50 https://git.example/harbour/${slug} .`,
      `Cloning into '.'...\nremote: Enumerating objects: 1284, done.\nremote: Counting objects: 100% (1284/1284), done.\nremote: Compressing objects: 100% (611/611), done.\nReceiving objects: 100% (1284/1284), 1.81 MiB | 9.4 MiB/s, done.\nResolving deltas: 100% (702/702), done.\n`,
      0.05,
    ),
    command(`git checkout --force ${ref}`, `HEAD is now at ${commit.slice(0, 7)}\n`, 0.01),
    command('git clean -d -f -f', '', 0.01),
  ];
}

function installing({ mkdocs }: SampleBuildInfo): SampleCommand[] {
  const theme = mkdocs ? 'mkdocs' : 'sphinx furrow-theme';
  return [
    command('python3 -m venv env', '', 0.08),
    command(
      'python -m pip install --upgrade --no-cache-dir pip setuptools',
      'Requirement already satisfied: pip in ./env/lib/python3.12/site-packages (24.2)\nCollecting setuptools\nInstalling collected packages: setuptools\nSuccessfully installed setuptools-75.1.0\n',
      0.09,
    ),
    command(
      `python -m pip install --upgrade --no-cache-dir ${theme}`,
      `Collecting ${theme.split(' ').join('\nCollecting ')}\nInstalling collected packages: ${theme.split(' ').join(', ')}\n${GREEN}Successfully installed ${theme.split(' ').join(' ')}${PLAIN}\n`,
      0.2,
    ),
    command(
      'python -m pip install --exists-action=w --no-cache-dir -r docs/requirements.txt',
      'Collecting tidetable==1.3.0\n  Downloading tidetable-1.3.0-py3-none-any.whl (48 kB)\nInstalling collected packages: docutils, tidetable\nSuccessfully installed docutils-0.20.1 tidetable-1.3.0\n',
      0.22,
    ),
  ];
}

function reading(pages: number, upTo: number): string {
  const names = [
    'index',
    'start/install',
    'start/first-steps',
    'guides/reading',
    'guides/harbours',
    'guides/neap',
    'api/curve',
    'api/port',
    'changes',
  ];
  return names
    .slice(0, upTo)
    .map(
      (name, index) =>
        `reading sources... [${String(Math.min(100, Math.ceil((100 * (index + 1)) / names.length))).padStart(3)}%] ${name}`,
    )
    .join('\n')
    .concat(`\n${pages} pages\n`);
}

function html(info: SampleBuildInfo): SampleCommand {
  if (info.mkdocs) {
    return command(
      'python -m mkdocs build --clean --site-dir _build/html --theme material',
      `INFO    -  Cleaning site directory\nINFO    -  Building documentation to directory: _build/html\n${YELLOW}WARNING${PLAIN} -  A relative path to 'guides/neap.md' is included in the 'nav' configuration, which is not found.\nINFO    -  Documentation built in 3.20 seconds\n`,
      0.3,
    );
  }
  return command(
    `python -m sphinx -T -b html -d _build/doctrees -D language=${info.language} . _build/html`,
    `Running Sphinx v7.4.7\nmaking output directory... done\nbuilding [html]: targets for ${info.pages} source files that are out of date\n${reading(info.pages, 9)}docs/api/harbour.rst:14: ${YELLOW}WARNING${PLAIN}: document isn't included in any toctree\npickling environment... done\nwriting output... [100%] changes\nbuild succeeded, 1 warning.\n`,
    0.3,
  );
}

function failing(info: SampleBuildInfo): SampleCommand {
  if (info.mkdocs) {
    return command(
      'python -m mkdocs build --clean --site-dir _build/html --theme material',
      `INFO    -  Cleaning site directory\n${RED}ERROR${PLAIN}   -  Config value 'nav': Expected a list, got a dict.\n\nAborted with 1 Configuration Errors!\n`,
      0.3,
      1,
    );
  }
  return command(
    `python -m sphinx -T -W -b html -d _build/doctrees -D language=${info.language} . _build/html`,
    `Running Sphinx v7.4.7\nmaking output directory... done\nbuilding [html]: targets for ${info.pages} source files that are out of date\n${reading(info.pages, 6)}docs/api/harbour.rst:14: ${YELLOW}WARNING${PLAIN}: document isn't included in any toctree\ndocs/guides/neap.rst:88: ${RED}ERROR${PLAIN}: Unknown directive type "tidecurve".\n\n.. tidecurve:: portsmouth\n   :from: 2026-03-01\n\nWarning, treated as error:\ndocs/guides/neap.rst:88:Unknown directive type "tidecurve".\n`,
    0.3,
    2,
  );
}

/** What a build of this fate ran. In flight, the last command is still running and has not been written down. */
export function sampleLog(
  info: SampleBuildInfo,
  state: 'passed' | 'failed' | 'cancelled' | 'cloning' | 'installing' | 'building',
): SampleCommand[] {
  if (state === 'cloning') return cloning(info).slice(0, 1);
  if (state === 'installing') return [...cloning(info), ...installing(info).slice(0, 2)];
  if (state === 'cancelled') return [...cloning(info), ...installing(info).slice(0, 1)];
  const preceding = [...cloning(info), ...installing(info)];
  if (state === 'building')
    return [
      ...preceding,
      command('cat docs/conf.py', 'project = "Tidewater"\nextensions = ["sphinx.ext.autodoc"]\n', 0.01),
    ];
  return [...preceding, state === 'failed' ? failing(info) : html(info)];
}
