import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resources } from '../../../src-server/api/resources.ts';
import { apiPathsOf } from '../../../src-server/host/runtime/send-request.ts';
import { apiAddress } from '../../../src-server/model/lessons/lesson.ts';
import { parseLesson } from '../../../src-server/model/lessons/parse-lesson.ts';

const FILE = 'lessons/07-broken.md';
const API_PATHS = apiPathsOf(resources);
const BUILT_IN = join(import.meta.dirname, '../../../src-server/services/kits/built-in/first-steps/lessons');

/** Lines 1 to 7; what follows begins in line 8. */
const START = ['---', 'title: T', 'minutes: 5', '---', 'About it.', '## One', ''];
const block = (kind: string, ...lines: string[]) => [`\`\`\`${kind}`, ...lines, '```'];
const SHOW = block('show', '- call: { path: projects/ }');
const parse = (...lines: string[]) =>
  parseLesson(FILE, [...START, ...lines].join('\n'), { apiPaths: API_PATHS });
const problems = (...lines: string[]) =>
  parse(...lines).problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);

describe('the built-in lessons', () => {
  const names = readdirSync(BUILT_IN);
  test('are five', () => expect(names).toHaveLength(5));
  test.each(names)('%s has no problem, and takes 5 to 10 minutes', (name) => {
    const { lesson, problems } = parseLesson(`lessons/${name}`, readFileSync(join(BUILT_IN, name), 'utf8'), {
      apiPaths: API_PATHS,
    });
    expect(problems).toEqual([]);
    expect(lesson?.minutes).toBeGreaterThanOrEqual(5);
    expect(lesson?.minutes).toBeLessThanOrEqual(10);
  });
});

test('a step has its text without the blocks, its check, its hint and what is shown', () => {
  const { lesson } = parse(
    'Do *it*.',
    ...block('sh', 'curl -H "Authorization: Token {{token}}" {{url}}/'),
    ...block('check', 'request: { method: GET, path: /api/v3/projects/ }'),
    ...block('hint', 'Try `curl`.'),
    ...block('show', '- call: { path: projects/ }'),
    '## Two',
    'Read this.',
  );
  expect(lesson).toMatchObject({ id: '07-broken', title: 'T', minutes: 5, introduction: 'About it.' });
  expect(lesson?.steps).toMatchObject([
    {
      title: 'One',
      check: { request: { method: 'GET', path: '/api/v3/projects/', count: 1 } },
      hint: 'Try `curl`.',
      show: [{ call: { method: 'GET', path: 'projects/', times: 1 } }],
    },
    { title: 'Two', body: 'Read this.', check: undefined, hint: undefined, show: [] },
  ]);
  expect(lesson?.steps[0]?.body).toBe(
    'Do *it*.\n\n```sh\ncurl -H "Authorization: Token {{token}}" {{url}}/\n```',
  );
});

describe('what cannot be is refused with file and line', () => {
  test.each<readonly [string, readonly string[], string]>([
    [
      'a route that is none',
      ['request: { path: /api/v3/project/ }'],
      '9: request.path: The API has no route',
    ],
    [
      'a method that the route does not take',
      ['request: { method: DELETE, path: /api/v3/projects/ }'],
      '9: request.method: /api/v3/projects/ takes GET, POST, not DELETE.',
    ],
    ['a status that is none', ['request:', '  status: 700'], '10: request.status: A status is a number from'],
    ['nothing about the request', ['request: {}'], '9: request: Say which request'],
    [
      'a version without pages that is built',
      ['version:', '  project: a', '  slug: b', '  active: false', '  built: true'],
      '13: version.built: A version that is not active',
    ],
    [
      'a build that has succeeded before its end',
      ['build: { project: a, state: cloning, success: true }'],
      '9: build.success: Only a build that has finished',
    ],
    [
      'a redirect with an address that its type has not',
      ['redirect:', '  project: a', '  type: sphinx_html', '  from: /x'],
      '12: redirect.from: A redirect of this type',
    ],
    [
      'a page with a status of no page',
      ['page: { project: a, path: /, status: 500 }'],
      '9: page.status: Doc',
    ],
    [
      'a question whose answer is no choice',
      ['question:', '  text: Q', '  choices: [a, b]', '  answer: c'],
      '12: question.answer: The answer is none of the choices.',
    ],
    ['two checks in one', ['page: { project: a, path: / }', 'project: { slug: a }'], '9: A check is one of'],
    [
      'an unknown key',
      ['project:', '  slug: a', '  colour: red'],
      '11: project.colour: There is no such key.',
    ],
    ['an unknown check', ['weather: fine'], '9: weather: There is no such key.'],
    ['no YAML', ['project: { slug: a'], '9: '],
    ['an alias', ['project: &p { slug: a }', 'version: *p'], '9: Aliases'],
  ])('%s', (_name, check, problem) => {
    expect(problems(...block('check', ...check), ...SHOW)[0]).toContain(`${FILE}:${problem}`);
  });

  test.each<readonly [string, readonly string[], string]>([
    ['an address elsewhere', ['- call: { path: "https://evil.example/" }'], '9: [0].call.path: Give a path'],
    ['a path from the root', ['- call: { path: /desk/undo.revert }'], '9: [0].call.path: Give a path'],
    ['a path that leads out', ['- call: { path: ../../-/control/reset }'], '9: [0].call.path: Give a path'],
    ['a path that leads out, encoded', ['- call: { path: a/%2e%2e/%2e%2e/b }'], '9: [0].call.path: Give'],
    ['no route', ['- call: { path: nothing/ }'], '9: call.path: The API has no route'],
    ['a GET with a body', ['- call: { path: projects/, body: {} }'], '9: call.body: GET has no body.'],
    ['a command', ['- run: rm -rf /'], '9: [0].run: There is no such key.'],
  ])('a show with %s', (_name, show, problem) => {
    expect(problems(...block('show', ...show))[0]).toContain(`${FILE}:${problem}`);
  });

  test.each<readonly [string, readonly string[], string]>([
    ['a token outside code', ['Your token is {{token}}.'], '8: {{token}} may only stand in a code block'],
    ['a token in a span of code', ['It is `{{token}}`.'], '8: {{token}} may only stand in a code block'],
    ['a token in a hint', block('hint', 'It is {{token}}.'), '9: {{token}} may only stand in a code block'],
    ['an unknown placeholder', ['', 'See {{home}}.'], '9: There is no {{home}}'],
    [
      'a check that nobody can be shown',
      block('check', 'project: { slug: a }'),
      '8: A step with a check needs',
    ],
    ['two hints', [...block('hint', 'a'), ...block('hint', 'b')], '11: A step has one hint at most.'],
    [
      'a check in a list',
      ['- x', '', '  ```check', '  project: { slug: a }', '  ```'],
      '10: A check stands at',
    ],
  ])('%s', (_name, lines, problem) => {
    expect(problems(...lines)[0]).toContain(`${FILE}:${problem}`);
  });

  test('no front matter, no step, no name', () => {
    const { problems } = parseLesson('lessons/x.md', 'Hello', { apiPaths: API_PATHS });
    expect(problems.map(({ message }) => message)).toEqual([
      'A lesson is called NN-name.md, such as 01-first-call.md.',
      'A lesson begins with its title and minutes between two lines of three hyphens.',
      'A lesson needs a step: a heading that begins with ##.',
    ]);
  });

  test('a lesson that is too large or nested too deeply is refused before it is read', () => {
    expect(problems('x'.repeat(200_001))[0]).toContain('at most 200,000 characters');
    expect(problems('> '.repeat(20_000))[0]).toContain('nested too deeply');
  });
});

test('paths of “Show me” stay below the API', () => {
  expect(apiAddress('projects/?limit=1')).toBe('/api/v3/projects/?limit=1');
  for (const path of [
    '',
    '/',
    '//evil.example/',
    'a\\b',
    'http:x',
    'a b',
    '..',
    './../',
    'a/../../../x',
    '%2e%2e/x',
    'a#b',
  ])
    expect(apiAddress(path), path).toBeUndefined();
});

describe('S19 S9 a lesson that would take its reader long', () => {
  const cost = (...lines: string[]) => {
    const before = process.threadCpuUsage();
    const found = problems(...lines);
    const { user, system } = process.threadCpuUsage(before);
    return { found, ms: (user + system) / 1000 };
  };

  test('S19 by marks of emphasis is refused before they are read', () => {
    expect(problems('*a_ '.repeat(400))).toEqual([]);
    const { found } = cost('*a_ '.repeat(40_000));
    expect(found).toEqual(['lessons/07-broken.md:1: A lesson has at most 1,000 marks of emphasis (* or _).']);
  });

  test('S19 by placeholders is read in proportion to its length', () => {
    const [small, large] = [cost('{{url}}\n'.repeat(2_400)), cost('{{url}}\n'.repeat(24_000))];
    expect([small.found, large.found]).toEqual([[], []]);
    // In proportion it is 10, in proportion to the square 100.
    expect(large.ms / small.ms).toBeLessThan(40);
    expect(problems('{{nothing}}\n'.repeat(9_000))).toHaveLength(100);
  });
});
