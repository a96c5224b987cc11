import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { BuildSchema } from '../../../src-server/api/v3/build.view.ts';
import { ConfigProblem } from '../../../src-server/builder/config/config-problem.ts';
import { parseConfig } from '../../../src-server/builder/config/parse-config.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Returns whether the text is accepted. Fails on any error other than a problem in the file. */
function isRead(text: string): boolean {
  try {
    const { rendered } = parseConfig({ file: '.readthedocs.yaml', text });
    BuildSchema.shape.config.parse(rendered);
    return true;
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    const lines = text.split(/\r\n|\r|\n/).length;
    expect(error.reason).not.toBe('');
    expect(error.line ?? 1).toBeGreaterThan(0);
    expect(error.line ?? 1).toBeLessThanOrEqual(lines);
    return false;
  }
}

test('any text is accepted or refused', () => {
  const pieces = [
    ...[
      'version: 2\n',
      'build:\n',
      '  os: ubuntu-24.04\n',
      '  tools:\n',
      '    python: "3.12"\n',
      'python:\n',
    ],
    ...[
      '  install:\n',
      '  - ',
      '    - ',
      'path: .\n',
      'sphinx: ',
      'formats: ',
      '{',
      '}',
      '[',
      ']',
      ', ',
      ': ',
      '\n',
    ],
    ...[
      '&a ',
      '*a',
      '<<: ',
      '!!str ',
      '!x ',
      '"',
      "'",
      '| \n',
      '> \n',
      '\t',
      '---\n',
      '...\n',
      '%YAML 1.1\n',
      '? ',
    ],
    ...[
      'null',
      'true',
      '3.10',
      '.inf',
      '0x1f',
      '2001-01-01',
      '__proto__: ',
      '#',
      '\0',
      '\uFEFF',
      '\r\n',
      '\ud800',
    ],
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, (parts) => {
      isRead(parts.join(''));
    }),
    { numRuns: propertyRuns(200, 5000) },
  );
});

test('any values at known keys are accepted or refused', () => {
  const word = fc.constantFrom(
    ...[
      'all',
      'pdf',
      'html',
      'uv',
      'pip',
      'setuptools',
      'sync',
      'ubuntu-24.04',
      '3.12',
      '3',
      'latest',
      'docs/conf.py',
    ],
    ...['.', '..', '/', '', 'x', '-x', '__proto__', 'a/../../b'],
  );
  const key = fc.constantFrom(
    ...[
      'version',
      'formats',
      'python',
      'install',
      'requirements',
      'path',
      'method',
      'command',
      'groups',
      'extras',
    ],
    ...[
      'extra_requirements',
      'system_packages',
      'conda',
      'environment',
      'build',
      'image',
      'os',
      'tools',
      'jobs',
    ],
    ...[
      'commands',
      'apt_packages',
      'sphinx',
      'builder',
      'configuration',
      'fail_on_warning',
      'mkdocs',
      'submodules',
    ],
    ...[
      'include',
      'exclude',
      'recursive',
      'search',
      'ranking',
      'ignore',
      'html',
      'post_build',
      'nodejs',
      '__proto__',
    ],
  );
  const { value } = fc.letrec<{ value: unknown; map: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(word, fc.boolean(), fc.double(), fc.integer({ min: -12, max: 12 }), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('map'),
    ),
    map: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 6 }), (input) => {
      isRead(stringify({ ...input, version: 2 }));
    }),
    { numRuns: propertyRuns(200, 5000) },
  );
});

test('any valid configuration is accepted', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 4 });
  const bool = fc.boolean();
  const tools = fc.record({
    python: fc.constantFrom('2.7', '3', '3.10', 'latest'),
    rust: fc.constantFrom('1.55', '1.96'),
  });
  const build = fc.oneof(
    fc.record({ image: fc.constantFrom('stable', '7.0') }),
    fc.record({ os: fc.constant('ubuntu-22.04'), tools, commands: texts }),
    fc.record({
      os: fc.constant('ubuntu-26.04'),
      tools,
      jobs: fc.record({ install: texts, post_build: texts }),
    }),
  );
  const docs = fc.oneof(
    fc.record({ sphinx: fc.record({ builder: fc.constantFrom('html', 'dirhtml'), fail_on_warning: bool }) }),
    fc.record({ mkdocs: fc.record({ fail_on_warning: bool }) }),
  );
  const rest = fc.record(
    {
      formats: fc.oneof(fc.constant('all'), fc.subarray(['pdf', 'epub', 'htmlzip'])),
      submodules: fc.record({ include: fc.oneof(fc.constant('all'), texts), recursive: bool }),
      search: fc.record({
        ranking: fc.dictionary(
          fc.string({ unit: fc.constantFrom('a', '*'), minLength: 1 }),
          fc.integer({ min: -10, max: 10 }),
        ),
      }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(build, docs, rest, (input, made, others) => {
      const text = stringify({ version: 2, build: input, ...made, ...others }, { version: '1.1' });
      const { config } = parseConfig({ file: '.readthedocs.yaml', text });
      expect(config.build.commands).toEqual('commands' in input ? input.commands : []);
      expect(config.build.jobs).toEqual('jobs' in input ? input.jobs : {});
      expect(config.doctype === 'mkdocs').toBe('mkdocs' in made && config.build.commands.length === 0);
    }),
    { numRuns: propertyRuns(100, 2000) },
  );
});
