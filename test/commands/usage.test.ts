import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { command, UsageError } from '../../src-server/commands/command-line.ts';
import { COMMANDS } from '../../src-server/commands/command-table.ts';
import { validateHostName, validateOrigin, validatePort } from '../../src-server/commands/common-options.ts';
import { nearest } from '../../src-server/commands/did-you-mean.ts';
import { ROOT } from '../architecture/repository.ts';
import { runLectern } from '../support/program/lectern-process.ts';
import { runCommand } from '../support/program/run-command.ts';

const IGNORED_OUTPUT = {
  json: false,
  answer: () => {},
  log: () => {},
  ask: async () => undefined,
  onSignal: () => {},
  exit: () => {},
};

async function parse(...args: readonly string[]): Promise<unknown> {
  let parsed: unknown;
  const sample = command({
    name: 'sample',
    summary: '',
    positionals: [
      { name: 'A' },
      { name: 'B', optional: true, validate: (text) => (text === 'b' ? undefined : 'no') },
    ],
    options: {
      flag: { kind: 'flag', help: '' },
      text: { kind: 'text', help: '', value: 'TEXT' },
      mode: { kind: 'text', help: '', choices: ['on', 'off'], default: 'on' },
      item: { kind: 'list', help: '', validate: (text) => (text.length > 1 ? undefined : 'it is too short') },
    },
    run: async (options, positionals) => {
      parsed = { ...options, positionals };
      return 0;
    },
  });
  await sample.start(args, IGNORED_OUTPUT);
  return parsed;
}

describe('a command line is parsed:', () => {
  const plain = { flag: false, text: undefined, mode: 'on', item: [], positionals: ['a'] };
  test.each([
    [['a'], plain],
    [['a', 'b'], { ...plain, positionals: ['a', 'b'] }],
    [['--flag', 'a'], { ...plain, flag: true }],
    [['a', '--text', 'x y'], { ...plain, text: 'x y' }],
    [['a', '--text=-x'], { ...plain, text: '-x' }],
    [['a', '--text', 'x', '--text', 'y'], { ...plain, text: 'y' }],
    [['a', '--mode', 'off'], { ...plain, mode: 'off' }],
    [['a', '--item', 'xx', '--item=yy'], { ...plain, item: ['xx', 'yy'] }],
    [['--', '--a'], { ...plain, positionals: ['--a'] }],
  ])('%j', async (args, expected) => {
    await expect(parse(...args)).resolves.toEqual(expected);
  });
});

describe('an invalid command line is explained in one line:', () => {
  test.each([
    [[], '"sample" needs A.'],
    [['a', 'b', 'c'], '"sample" takes no argument "c".'],
    [['a', 'x'], 'B cannot be "x": no.'],
    [[''], 'A may not be empty.'],
    [['a', '--flga'], '"sample" has no option --flga. Did you mean --flag?'],
    [['a', '-f'], '"sample" has no option -f.'],
    [['a', '--zzz'], '"sample" has no option --zzz. "'],
    [['a', '--constructor'], '"sample" has no option --constructor.'],
    [['a', '--flag=yes'], '--flag takes no value.'],
    [['a', '--text'], '--text needs a value: --text TEXT.'],
    [['a', '--text', '--flag'], '--text needs a value: --text TEXT.'],
    [['a', '--text='], '--text may not be empty.'],
    [['a', '--mode', 'of'], '--mode cannot be "of": it is one of on, off.'],
    [['a', '--item', 'x'], '--item cannot be "x": it is too short.'],
  ])('%j', async (args, message) => {
    const error: unknown = await parse(...args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('\n');
  });
});

test.each([
  ['--prot', '--port'],
  ['--host-allow', undefined],
  ['--keychian', '--keychain'],
  ['--PORT', '--port'],
  ['--thr', '--throttle'],
  ['--x', undefined],
])('nearest to %s is %s', (input, expected) => {
  expect(nearest(input, ['--port', '--data', '--host', '--keychain', '--throttle'])).toBe(expected);
});

test.each([
  [validatePort, ['0', '8642', '65535'], ['', '-1', '65536', '1.5', '0x10', 'http', '999999']],
  [
    validateHostName,
    ['desk', 'desk.example', '10.0.0.1', '[fe80::1]'],
    ['desk:80', 'http://desk', 'a b', 'fe80::1'],
  ],
  [
    validateOrigin,
    ['http://localhost:5173', 'https://a.example/'],
    ['*', 'null', 'a.example', 'http://a/b', 'file:///x'],
  ],
])('%o accepts %j and not %j', (faultOf, good, bad) => {
  expect(good.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  expect(bad.filter((text) => faultOf(text) === undefined)).toEqual([]);
});

describe('the program', () => {
  test.each([
    ['serv', 'There is no command "serv". Did you mean serve?'],
    ['user', '"user" is incomplete: use user add, user me, user list, user deactivate, user activate.'],
    ['user lsit', 'There is no command "user lsit". Did you mean user list?'],
    ['--port 1 serve', 'The command must come first, before --port.'],
    ['serve --prot 1', '"serve" has no option --prot. Did you mean --port?'],
    ['serve --port 70000', '--port cannot be "70000": it is a number from 0 to 65535.'],
    ['serve --user a/b', '--user cannot be "a/b"'],
    ['serve --memory --data x', '--memory and --data exclude each other.'],
    ['token show one', 'ID cannot be "one"'],
    ['', 'No command given.'],
  ])('%s: exit code 2', async (line, message) => {
    const result = await runCommand(line.split(' ').filter((word) => word !== ''));
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('reports the error as JSON too', async () => {
    const { stdout, stderr } = await runCommand(['serve', '--json', '--prot', '1']);
    expect(JSON.parse(stdout)).toEqual({ event: 'error', code: 'usage', message: stderr.trimEnd() });
  });

  test.each(['--help', '-h', 'help', '--help --json'])('%s lists every command', async (line) => {
    const { code, stdout, stderr } = await runCommand(line.split(' '));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      COMMANDS.filter(
        ({ name, summary }) => !stdout.includes(name) || !stdout.includes(summary.split(' ', 3).join(' ')),
      ),
    ).toEqual([]);
  });

  test('preview --help says that it takes a free port where the usual one is taken', async () => {
    const { stdout } = await runCommand(['preview', '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'initially 8642. Where another program has that, a free one is taken.',
    );
  });

  test('serve --help explains exclusive options and how to stop the server', async () => {
    const { stdout } = await runCommand(['serve', '--help']);
    expect(stdout).toContain('--memory and --data exclude each other.');
    expect(stdout).toMatch(/--seed is refused \(exit code 8\)/);
    expect(stdout).toMatch(/signal to the "pid" of the JSON line/);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  test.each(['serve --help', 'help serve', 'serve --port x --help'])('%s lists its options', async (line) => {
    const { code, stdout } = await runCommand(line.split(' '));
    expect(code).toBe(0);
    expect(stdout).toContain('--allow-origin URL');
    expect(stdout).toMatch(/initially\s+8642/);
  });

  test('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await runLectern(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

test('docs/handbook/pages/commands.md documents every command and its options', () => {
  const sections = readFileSync(join(ROOT, 'docs/handbook/pages/commands.md'), 'utf8').split(/^## /m);
  const missing = COMMANDS.flatMap((each) => {
    const title = [
      each.name,
      ...each.positionals.map(({ name, optional }) => (optional ? `[${name}]` : name)),
    ].join(' ');
    const section = sections.find((text) => text.startsWith(`\`${title}\`\n`));
    const options = Object.keys(each.options).filter((name) => !section?.includes(`\`--${name}`));
    return section === undefined ? [title] : options.map((name) => `${title}: --${name}`);
  });
  expect(COMMANDS.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test('every command that takes a data folder takes the place of secrets too, so that a script can pass both to each', () => {
  const withData = COMMANDS.filter(({ options }) => 'data' in options);
  expect(withData.length).toBeGreaterThan(20);
  expect(withData.filter(({ options }) => !('keychain' in options)).map(({ name }) => name)).toEqual([]);
});
