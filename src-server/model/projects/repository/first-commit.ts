/** The commit that makes a folder of documentation a repository. */
export const FIRST_COMMIT = { branch: 'main', message: 'Add the documentation' } as const;

/** What makes a folder a repository, as a person types it. */
export const FIRST_COMMIT_COMMANDS: readonly string[] = [
  `git init -b ${FIRST_COMMIT.branch}`,
  'git add --all',
  `git commit -m "${FIRST_COMMIT.message}"`,
];
