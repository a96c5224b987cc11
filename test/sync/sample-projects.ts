/** Returns two small projects of the owner, in the format of seed files. */
export function sampleProjects(): readonly object[] {
  return [
    sampleProject('kettle', {
      redirects: [
        { type: 'page', from_url: '/a', to_url: '/b' },
        { type: 'exact', from_url: '/c', to_url: '/d' },
      ],
      environment_variables: [{ name: 'KEY', value: 'of the service' }],
    }),
    sampleProject('lid'),
  ];
}

/** Returns a project of the owner with two versions, in the format of seed files. */
export function sampleProject(slug: string, more: object = {}): object {
  return {
    ...{ slug, name: slug, users: ['ana'] },
    repository: { url: `https://example.org/${slug}.git`, type: 'git' },
    versions: [
      { verbose_name: 'latest', identifier: 'main', type: 'branch', active: true, built: false },
      { verbose_name: '1.0', identifier: 'abcdef', type: 'tag', active: false, built: false },
    ],
    ...more,
  };
}
