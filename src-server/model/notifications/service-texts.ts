/** The text of a message before its id and its icon are added. */
export type Text = {
  readonly type: 'error' | 'warning' | 'info' | 'note' | 'tip';
  readonly header: string;
  readonly body: string;
};

const IN_THE_REPOSITORY = 'Correct it in the repository, and build again.';
const OUTPUT = 'Let the build write what belongs into its output folder, and build again.';
const MKDOCS = 'Correct the configuration of MkDocs, and build again.';
const ADDRESS = 'Check the address of the repository in the settings of the project.';
const NOT_YOURS = 'This is not the fault of the project. Build again.';

const error = (header: string, body: string): Text => ({ type: 'error', header, body });

/**
 * Messages about builds and repositories that the service gives and Lectern itself does not. They come from seed files and
 * from syncs (live-service.md 4).
 */
export const SERVICE_TEXTS: Readonly<Record<string, Text>> = {
  'build:user:excessive-memory': error(
    'This build used too much memory',
    'Let it build less at once, and build again.',
  ),
  'build:user:output:no-html': error('The build wrote no HTML', OUTPUT),
  'build:user:output:is-no-a-directory': error('An output folder is a file', OUTPUT),
  'build:user:output:has-0-files': error('An output folder is empty', OUTPUT),
  'build:user:output:has-no-pdf-files': error('The output folder of the PDF has no PDF', OUTPUT),
  'build:user:output:has-multiple-files': error('An output folder has more than one file', OUTPUT),
  'build:user:output:html-no-index-file': error('The HTML has no index.html', OUTPUT),
  'build:user:output:old-directory-used': error(
    'The build wrote into an output folder that is not published any more',
    OUTPUT,
  ),
  'build:user:output:file-too-large': error('A file of the output is too large', OUTPUT),
  'build:user:tex-file-not-found': error('There is no TeX file to make the PDF of', IN_THE_REPOSITORY),
  'build:user:pdf-not-found': error('The PDF was not made', IN_THE_REPOSITORY),
  'build:user:build-commands-config-key-in-beta': {
    type: 'info',
    header: 'The key build.commands is in beta',
    body: 'What it does may change.',
  },
  'build:user:mkdocs:yaml-parse': error('The configuration of MkDocs cannot be read', MKDOCS),
  'build:user:mkdocs:invalid-dir-config': error('The docs_dir of MkDocs is not valid', MKDOCS),
  'build:user:mkdocs:invalid-dir-path': error('The docs_dir of MkDocs does not exist', MKDOCS),
  'build:user:mkdocs:invalid-extra-config': error('The extra files of MkDocs are not valid', MKDOCS),
  'build:user:mkdocs:empty-config': error('The configuration of MkDocs is empty', MKDOCS),
  'build:user:mkdocs:config-not-found': error('The configuration of MkDocs does not exist', MKDOCS),
  'build:user:mkdocs:invalid-yaml': error('The configuration of MkDocs is not valid YAML', MKDOCS),
  'build:user:mkdocs:syntax-error': error('The configuration of MkDocs has a syntax error', MKDOCS),
  'build:user:ssh-key-with-write-access': error(
    'The SSH key of this project may write to the repository',
    'Replace it with one that only reads.',
  ),
  'build:vcs:deprecated': error('The version control of this project is not supported any more', ADDRESS),
  'build:app:generic-with-build-id': error('The service failed while it built', NOT_YOURS),
  'build:app:upload-failed': error('The pages could not be uploaded', NOT_YOURS),
  'build:app:docker:unknown-error': error('The container of this build failed', NOT_YOURS),
  'build:app:project-builds-disabled': error(
    'Builds of this project are off',
    'Nothing is built until they are switched on again.',
  ),
  'build:app:terminated-due-inactivity': error(
    'This build was ended, since it did not report for a minute',
    NOT_YOURS,
  ),
  'project:repository:generic-error': error('The repository could not be read', ADDRESS),
  'project:repository:public-clone-error': error('The public repository could not be cloned', ADDRESS),
  'project:repository:private-clone-error': error('The private repository could not be cloned', ADDRESS),
  'project:repository:checkout-failed': error('The commit could not be checked out', IN_THE_REPOSITORY),
  'project:repository:duplicated-reserved-versions': error(
    'A branch and a tag have one reserved name, latest or stable',
    'Rename one of them, and build again.',
  ),
  'project:repository:unsupported-vcs': error(
    'The version control of this project is not supported',
    ADDRESS,
  ),
  'project:repository:locked': {
    type: 'warning',
    header: 'The repository is in use by another build',
    body: 'This build goes on when that one has ended.',
  },
  'project:sphinx:conf-py-not-found': error('The project has no conf.py', IN_THE_REPOSITORY),
  'project:sphinx:multiple-conf-py-files-found': error(
    'The project has more than one conf.py',
    'Name one of them in the configuration file, and build again.',
  ),
  'project:file:not-found': error('A file that the build needs does not exist', IN_THE_REPOSITORY),
};
