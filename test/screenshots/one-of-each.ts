/** A seed file's content with one of everything: a project with a version, a build, a redirect and so on. */
export function oneOfEach(user: string): object {
  return {
    users: [{ username: user }],
    projects: [
      {
        slug: 'tidewater',
        name: 'Tidewater',
        users: [user],
        language: 'en',
        programming_language: 'py',
        repository: { url: 'https://git.example.org/harbour/tidewater.git', type: 'git' },
        homepage: 'https://tidewater.example.org/',
        description: 'Tables of the tides, and a client that reads them.',
        tags: ['harbour'],
        versions: [
          {
            slug: 'latest',
            verbose_name: 'latest',
            identifier: 'main',
            type: 'branch',
            active: true,
            built: true,
            builds: [FAILED],
          },
        ],
        redirects: [{ type: 'page', from_url: '/install.html', to_url: '/guides/install.html' }],
        environment_variables: [{ name: 'DOCS_THEME', value: 'furrow' }],
        subprojects: [{ child: 'tidewater-client', alias: 'client' }],
      },
      {
        slug: 'tidewater-client',
        name: 'Tidewater client',
        users: [user],
        language: 'en',
        repository: { url: 'https://git.example.org/harbour/tidewater-client.git', type: 'git' },
      },
      {
        slug: 'tidewater-de',
        name: 'Tidewater auf Deutsch',
        users: [user],
        language: 'de',
        translation_of: 'tidewater',
        repository: { url: 'https://git.example.org/harbour/tidewater-de.git', type: 'git' },
      },
    ],
  };
}

const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}Z`;

const FAILED = {
  created: at(0),
  state: 'finished',
  success: false,
  error: 'The command "sphinx-build" ended with exit code 2.',
  commit: 'c07d5a9b1e2f4c6d8a0b3c5d7e9f1a2b3c4d5e6f',
  duration: 42,
  config: { version: '2', sphinx: { configuration: 'docs/conf.py', fail_on_warning: false } },
  commands: [
    {
      description: '',
      command: 'git clone --no-single-branch --depth 50 https://git.example.org/harbour/tidewater.git .',
      output: "Cloning into '.'...\nremote: Enumerating objects: 812, done.\n",
      exit_code: 0,
      start_time: at(0),
      end_time: at(3),
    },
    {
      description: '',
      command: 'python -m pip install --exists-action=w -r docs/requirements.txt',
      output: 'Collecting tidetable==1.3.0\n\u001b[32mSuccessfully installed\u001b[39m tidetable-1.3.0\n',
      exit_code: 0,
      start_time: at(3),
      end_time: at(12),
    },
    {
      description: '',
      command: 'python -m sphinx -T -b html -d _build/doctrees -D language=en . _build/html',
      output: [
        '\u001b[1mRunning Sphinx v7.4.7\u001b[0m',
        '\u001b[2mloading intersphinx inventory from https://docs.example.org/objects.inv...\u001b[0m',
        '\u001b[1mbuilding [html]:\u001b[0m targets for 64 source files that are out of date',
        'reading sources... [ 31%] \u001b[35mapi/curve\u001b[0m',
        '\u001b[33mdocs/api/harbour.rst:14: WARNING: document is not included in any toctree\u001b[0m',
        '\u001b[31mdocs/guides/neap.rst:88: ERROR: Unknown directive type "tidecurve".\u001b[0m',
        '',
        '.. tidecurve:: portsmouth',
        '',
      ].join('\n'),
      exit_code: 2,
      start_time: at(12),
      end_time: at(42),
    },
  ],
};
