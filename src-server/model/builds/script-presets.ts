import type { BuildScript } from './build-script.ts';

const CHECKOUT: BuildScript['steps'] = [
  { state: 'cloning' },
  {
    command: 'git clone --no-single-branch --depth 50 https://git.example/almanac.git .',
    output: [
      { text: "Cloning into '.'...", after: 0.4 },
      { text: 'Receiving objects: 100% (412/412), 1.21 MiB, done.', after: 0.8 },
    ],
    exit: 0,
  },
];
const INSTALL: BuildScript['steps'] = [
  { state: 'installing' },
  { command: 'python -m venv $READTHEDOCS_VIRTUALENV_PATH', output: [], seconds: 1.2, exit: 0 },
  {
    command: 'python -m pip install --exists-action=w -r docs/requirements.txt',
    output: [
      { text: 'Collecting sphinx', after: 0.5 },
      { text: 'Installing collected packages: sphinx', after: 1.5 },
      { text: 'Successfully installed sphinx', after: 1 },
    ],
    exit: 0,
  },
];
const SPHINX = 'python -m sphinx -T -b html -d _build/doctrees -D language=en . $READTHEDOCS_OUTPUT/html';
const PAGES = {
  'index.html':
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A played build</title></head><body><main><h1>A played build</h1><p>These pages come from a build script. No code was run to make them.</p></main></body></html>',
};

/** Returns whether every Lectern has a script of this name. */
export function isPreset(name: string): boolean {
  return Object.hasOwn(SCRIPT_PRESETS, name);
}

/** The build scripts that every Lectern has, by name. */
export const SCRIPT_PRESETS: Readonly<Record<string, BuildScript>> = {
  passes: {
    description: 'Passes: checkout, installation, pages.',
    steps: [
      ...CHECKOUT,
      ...INSTALL,
      { state: 'building' },
      {
        command: SPHINX,
        output: [
          { text: 'Running Sphinx', after: 0.6 },
          { text: 'reading sources... [{n}%] page', after: 0.02, repeat: 100 },
          { text: 'build succeeded.', after: 0.5 },
        ],
        exit: 0,
      },
    ],
    end: 'success',
    pages: PAGES,
  },
  'fails-in-install': {
    description: 'Fails in install: a package that does not exist.',
    steps: [
      ...CHECKOUT,
      { state: 'installing' },
      {
        command: 'python -m pip install --exists-action=w -r docs/requirements.txt',
        output: [
          { text: 'Collecting sphinx-almanack', after: 0.8 },
          {
            text: 'ERROR: Could not find a version that satisfies the requirement sphinx-almanack (from versions: none)',
            after: 1.2,
          },
          'ERROR: No matching distribution found for sphinx-almanack',
        ],
        exit: 1,
      },
    ],
    end: 'success',
  },
  'warnings-as-errors': {
    description: 'Warnings as errors: a reference that leads nowhere.',
    steps: [
      ...CHECKOUT,
      ...INSTALL,
      { state: 'building' },
      {
        command: SPHINX.replace('-T', '-T -W --keep-going'),
        output: [
          { text: 'Running Sphinx', after: 0.6 },
          { text: "docs/guide/tides.rst:41: WARNING: undefined label: 'spring-tides'", after: 1 },
          { text: 'build finished with problems, 1 warning (with warnings treated as errors).', after: 0.6 },
        ],
        exit: 1,
      },
    ],
    end: 'success',
  },
  hangs: {
    description: 'Hangs: waits until it is advanced or cancelled.',
    steps: [
      ...CHECKOUT,
      { state: 'installing' },
      { command: 'python -m pip install -r docs/requirements.txt', output: ['Collecting sphinx'], exit: 0 },
      { wait: 'advance' },
    ],
    end: 'timeout',
  },
  'very-long-log': {
    description: 'Very long log: 100,000 lines.',
    steps: [
      ...CHECKOUT,
      { state: 'building' },
      {
        command: SPHINX,
        output: [
          'Running Sphinx',
          { text: 'docs/page-{n}.rst: reading and resolving references', repeat: 100_000 },
        ],
        exit: 0,
      },
    ],
    end: 'success',
    pages: PAGES,
  },
};
