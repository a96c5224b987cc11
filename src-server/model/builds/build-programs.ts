/** A program that builds run, under the names that it goes by, and what to do where it is missing. */
export type BuildProgram = {
  readonly name: string;
  readonly commands: readonly string[];
  readonly purpose: string;
  readonly remedy: string;
};

/** Whether such a program was found. `version` is null for one that does not work. */
export type DetectedProgram = {
  readonly name: string;
  readonly path: string | null;
  readonly version: string | null;
};

/** What builds run, in the order in which they need it. */
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
    purpose: 'makes the environment of a build',
    remedy: 'Install Python 3 from python.org or your system.',
  },
  {
    name: 'uv',
    commands: ['uv'],
    purpose: 'installs packages faster, where it is there',
    remedy: 'Optional. "pipx install uv" or docs.astral.sh/uv.',
  },
  {
    name: 'Sphinx',
    commands: ['sphinx-build'],
    purpose: 'builds Sphinx projects that bring none of their own',
    remedy: '"pipx install sphinx".',
  },
  {
    name: 'MkDocs',
    commands: ['mkdocs'],
    purpose: 'builds MkDocs projects that bring none of their own',
    remedy: '"pipx install mkdocs".',
  },
  {
    name: 'LaTeX',
    commands: ['latexmk', 'pdflatex'],
    purpose: 'makes PDFs',
    remedy: 'Only for PDFs. Install TeX Live (latexmk).',
  },
];
