const long = (start: string, length: number) => start.padEnd(length, 'abcdefghij-');
const USER = long('maximiliane.von.der.leuchtfeuerwarte', 150).replaceAll('-', '_');
const OTHER = long('another.person.with.a.name.that.does.not.end', 150).replaceAll('-', '_');
const SLUG = 'a-project-whose-slug-is-as-long-as-it-may-be-which-is-63-signs0';
const NAME = 'A project whose name is as long as it may be which is sixty-thr';

/** The longest names, addresses and texts that are legal. */
export const longestSeed = {
  user: USER,
  project: SLUG,
  workspace: long('Workspace-without-any-space-', 40),
  seed: {
    users: [{ username: USER }, { username: OTHER }],
    projects: [
      {
        slug: SLUG,
        name: NAME,
        users: [USER, OTHER],
        language: 'zh_TW',
        programming_language: 'py',
        repository: { url: long('https://git.example.org/harbour/', 255), type: 'git' },
        homepage: long('https://documentation.example.org/', 200),
        description: 'One sentence that goes on and on, past every edge that a screen may have. '.repeat(8),
        default_version: long('release-', 255),
        default_branch: long('branch/', 255),
        tags: ['a-tag-of-some-length-that-somebody-thought-of', 'another-tag', 'third', 'fourth', 'fifth'],
        versions: [
          {
            verbose_name: 'latest',
            slug: 'latest',
            identifier: long('branch/', 255),
            type: 'branch',
            active: true,
            built: false,
          },
          {
            verbose_name: long('release-', 255),
            slug: long('release-', 255),
            identifier: long('0123456789', 255),
            type: 'tag',
            active: true,
            built: true,
            downloads: ['htmlzip', 'pdf', 'epub'],
            builds: [
              {
                created: '2026-03-01T10:00:00Z',
                state: 'finished',
                success: false,
                error: 'A sentence about what went wrong that is longer than any line of the window. '.repeat(
                  6,
                ),
                commit: long('0123456789', 255),
                duration: 359_999,
                commands: [
                  {
                    description: '',
                    command: `python -m sphinx ${'--option=with-a-long-value '.repeat(30)}`,
                    output: `${'one long line without an end '.repeat(80)}\n`,
                    exit_code: 1,
                    start_time: '2026-03-01T10:00:00Z',
                    end_time: '2026-03-05T13:59:59Z',
                  },
                ],
              },
            ],
          },
        ],
        redirects: [
          { type: 'page', from_url: long('/', 255), to_url: long('https://documentation.example.org/', 255) },
          { type: 'exact', from_url: long('/en/latest/', 255), to_url: long('/en/stable/', 255) },
        ],
        environment_variables: [
          { name: long('A_VARIABLE_', 128).replaceAll('-', '_').toUpperCase(), value: 'x' },
        ],
        subprojects: [{ child: `${SLUG.slice(0, 60)}sub`, alias: long('alias', 255) }],
      },
      {
        slug: `${SLUG.slice(0, 60)}sub`,
        name: `${NAME.slice(0, 60)}sub`,
        users: [USER],
        repository: { url: 'https://git.example.org/sub.git', type: 'git' },
      },
      {
        slug: `${SLUG.slice(0, 61)}de`,
        name: `${NAME.slice(0, 61)}de`,
        users: [OTHER],
        language: 'de',
        translation_of: SLUG,
        repository: { url: 'https://git.example.org/de.git', type: 'git' },
      },
    ],
  },
} as const;
