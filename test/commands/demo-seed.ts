/** The token of alice in `DEMO_SEED`. */
export const DEMO_TOKEN = 'b'.repeat(40);

/** A seed file of one project with a secret value. */
export const DEMO_SEED = JSON.stringify({
  users: [{ username: 'alice', token: DEMO_TOKEN }],
  projects: [
    {
      name: 'Demo',
      users: ['alice'],
      repository: { url: 'https://example.org/demo.git', type: 'git' },
      environment_variables: [{ name: 'SECRET', value: 'hush' }],
    },
  ],
});
