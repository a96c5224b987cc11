import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_KITS } from '../../../src-server/services/kits/built-in-kits.ts';
import { IS_FAULTS_RUN } from '../../support/faults-run.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { BROKEN_KITS, packKit, packTexts, WHOLE_KIT, writeKit, writeKitWithLink } from './broken-kits.ts';

const MANIFEST = { path: 'kit.yaml', bytes: Buffer.from('format: 1\nname: Packed\n') };

async function check(path: string) {
  const { code, stdout, stderr } = await runCommand(['kit', 'check', path]);
  return { code, stdout, stderr };
}

describe('S19 a kit with a fault is refused with its file and line:', () => {
  test.each(Object.entries(BROKEN_KITS))('%s', async (_, { files, faults }) => {
    const { code, stderr } = await check(writeKit(files));
    for (const fault of faults) expect(stderr).toContain(fault);
    expect(code).toBe(8);
  });

  test('a link that leads out', async () => {
    const { code, stderr } = await check(writeKitWithLink());
    expect(stderr).toContain('faults/out.yaml: This is a link or a device.');
    expect(stderr).not.toContain('root:');
    expect(code).toBe(8);
  });

  test('a link in a zip', async () => {
    const link = { path: 'faults/out.yaml', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 };
    const { code, stderr } = await check(await packKit([MANIFEST, link]));
    expect(stderr).toContain('faults/out.yaml: This is a link or a device.');
    expect(code).toBe(8);
  });

  test('a zip that grows to a thousand times its size', async () => {
    const bomb = { path: 'pages/index.html', bytes: Buffer.alloc(30 * 1024 * 1024) };
    const { code, stderr } = await check(await packKit([MANIFEST, bomb]));
    expect(stderr).toContain('pages/index.html: The file is packed too tightly to be text.');
    expect(code).toBe(8);
  });

  test('a zip that says less than it holds', async () => {
    const grown = { path: 'pages/index.html', bytes: Buffer.alloc(300_000, 'lectern ') };
    const size = Buffer.alloc(4);
    size.writeUInt32LE(300_000);
    const said = Buffer.alloc(4);
    said.writeUInt32LE(10);
    const path = await packKit([MANIFEST, grown], (zip) => replaceAll(zip, size, said));
    const { code, stderr } = await check(path);
    expect(stderr).toContain('The zip file was refused');
    expect(code).toBe(8);
  });

  test('a path of a zip that leads out', async () => {
    const evil = { path: 'xx/evil.yaml', bytes: Buffer.from('name: Evil\n') };
    const path = await packKit([MANIFEST, evil], (zip) =>
      replaceAll(zip, Buffer.from('xx/evil.yaml'), Buffer.from('../evil.yaml')),
    );
    const { code, stderr } = await check(path);
    expect(stderr).toContain('../evil.yaml');
    expect(code).toBe(8);
  });
});

test('every file is checked, also after a fault', async () => {
  const { stderr } = await check(
    writeKit({
      'kit.yaml': 'format: 1\nname: Two\ncolour: red\n',
      'faults/bad.yaml': 'name: Bad\n',
      'builds/bad.yaml': 'steps: 1\n',
      'seed.json': '{"users": [}',
      'lessons/01-look.md': '---\ntitle: Look\nminutes: 5\n---\n\n## Look\n\n```check\npage: {}\n```\n',
    }),
  );
  for (const place of [
    'kit.yaml:3:1',
    'faults/bad.yaml:',
    'builds/bad.yaml:1:1',
    'seed.json:1:12',
    'lessons/01-look.md:9:1',
  ])
    expect(stderr).toContain(place);
});

const lessonWith = (header: string, check: string) =>
  `---\ntitle: Look\n${header}\n---\n\n## Look\n\n\`\`\`check\n${check}\n\`\`\`\n\n\`\`\`show\n- call: { path: projects/ }\n\`\`\`\n`;

test('a wrong value is answered with what to write', async () => {
  const { stderr } = await check(
    writeKit({
      'kit.yaml': 'format: 0\nname: 5\nlessons: first\n',
      'builds/bad.yaml':
        'end: boom\nsteps:\n  - wait: advnce\n  - command: make\n    seconds: -1\n  - state: sleeping\n  - command: x\n    exit: 1.5\n',
      'faults/bad.yaml': 'name: Bad\nmatch: []\nconnection: lost\nanswer: { status: 503 }\n',
      'lessons/01-look.md': lessonWith('minutes: many', 'version: { project: a, slug: b, active: maybe }'),
      'lessons/02-ask.md': lessonWith('minutes: 500', 'question: { text: Why?, choices: [a], answer: a }'),
    }),
  );
  for (const text of [
    'format: Give a number of at least 1.',
    'name: Give a text.',
    'lessons: Give a list.',
    'end: Give one of success, failure, timeout, cancelled.',
    'steps[0].wait: Give advance.',
    'steps[1].seconds: Give a number of at least 0.',
    'steps[2].state: Give one of cloning, installing, building.',
    'steps[3].exit: Give a whole number.',
    'match: Give an object with fields.',
    'connection: Give one of close, cut.',
    'minutes: Give a number.',
    'version.active: Give true or false.',
    'minutes: Give a number of at most 240.',
    'question.choices: Give at least 2 items.',
  ])
    expect(stderr).toContain(text);
  expect(stderr).not.toMatch(/Invalid|Expected|expected|Too (?:small|big)|dictionary/);
});

test('a file that is no zip, or is cut off, is named and gives one fault', async () => {
  const whole = await packTexts(WHOLE_KIT);
  writeFileSync(whole, readFileSync(whole).subarray(0, 300));
  const cut = await check(whole);
  expect(cut.stderr).toMatch(
    /packed\.lectern-kit\.zip: The zip file was refused: it is damaged or cut off\./,
  );
  const empty = await packTexts(WHOLE_KIT);
  writeFileSync(empty, '');
  const none = await check(empty);
  expect(none.stderr).toContain('packed.lectern-kit.zip: This is no zip file.');
  for (const { code, stderr } of [cut, none]) {
    expect(stderr).not.toMatch(/kit\.yaml: There is no such file|\.\.$/m);
    expect(code).toBe(8);
  }
});

test('of a folder that is no kit at most 50 faults are listed, and the others counted', async () => {
  const folder = writeKit({ 'kit.yaml': 'format: 1\nname: Links\n' });
  for (let index = 0; index < 60; index += 1) symlinkSync('kit.yaml', join(folder, `link-${index}`));
  const { code, stderr } = await check(folder);
  expect(stderr.match(/This is a link/g)).toHaveLength(50);
  expect(stderr).toMatch(/^ {2}And 10 more\.$/m);
  expect(code).toBe(8);
});

test('a program gets the faults as JSON', async () => {
  const { code, stdout, stderr } = await runCommand(['kit', 'check', writeKit({}), '--json']);
  expect(code).toBe(8);
  expect(stdout + stderr).toContain('"code":"kit-refused"');
  expect(stdout + stderr).toContain('"path":"kit.yaml"');
});

/** Two that hold much, and are loaded whole by other tests. */
const LARGE: readonly string[] = ['harbour-library', 'ten-thousand-projects'];

test.each(BUILT_IN_KITS.filter((name) => IS_FAULTS_RUN || !LARGE.includes(name)))(
  'the built-in kit %s has no faults',
  async (name) => {
    expect(await check(name)).toMatchObject({ code: 0, stdout: `${name} has no faults.\n` });
  },
);

test('a whole kit has no faults, in a folder and in a zip with or without an outer folder', async () => {
  expect(await check(writeKit(WHOLE_KIT))).toMatchObject({ code: 0 });
  expect(await check(await packTexts(WHOLE_KIT))).toMatchObject({ code: 0 });
  expect(await check(await packTexts(WHOLE_KIT, 'small/'))).toMatchObject({ code: 0 });
});

test('kit list names the built-in kits', async () => {
  const { stdout } = await runCommand(['kit', 'list']);
  for (const name of BUILT_IN_KITS) expect(stdout).toContain(name);
});

function replaceAll(bytes: Buffer, from: Buffer, to: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = changed.indexOf(from); at !== -1; at = changed.indexOf(from, at + 1)) to.copy(changed, at);
  return changed;
}
