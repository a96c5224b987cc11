/** A program that builds run, with its command names and how to install it. */
export type BuildProgram = {
  readonly name: string;
  readonly commands: readonly string[];
  readonly purpose: string;
  readonly remedy: string;
};

/** A program as found on this machine; `path` is null when missing, `version` when it does not work. */
export type DetectedProgram = {
  readonly name: string;
  readonly path: string | null;
  readonly version: string | null;
};

/** The programs that builds run, in the order of use. */
export const BUILD_PROGRAMS: readonly BuildProgram[] = [
  {
    name: 'git',
    commands: ['git'],
    purpose: 'reads repositories',
    remedy: 'Install git from git-scm.com or your system.',
  },
  {
    name: 'Python',
    commands: ['python3', 'python'],
    purpose: 'creates the environment of a build',
    remedy: 'Install Python 3 from python.org or your system.',
  },
  {
    name: 'uv',
    commands: ['uv'],
    purpose: 'installs packages faster, if present',
    remedy: 'Optional. "pipx install uv" or docs.astral.sh/uv.',
  },
  {
    name: 'Sphinx',
    commands: ['sphinx-build'],
    purpose: 'builds Sphinx projects that use the tools on this computer',
    remedy: '"pipx install sphinx".',
  },
  {
    name: 'MkDocs',
    commands: ['mkdocs'],
    purpose: 'builds MkDocs projects that use the tools on this computer',
    remedy: '"pipx install mkdocs".',
  },
  {
    name: 'LaTeX',
    commands: ['latexmk', 'pdflatex'],
    purpose: 'builds PDFs',
    remedy: 'Only for PDFs. Install TeX Live (latexmk).',
  },
];
