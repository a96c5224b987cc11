import { describe, expect, test } from 'vitest';
import { BUILT_IN_KITS } from '../../../src-server/services/kits/built-in-kits.ts';
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

test('a program gets the faults as JSON', async () => {
  const { code, stdout, stderr } = await runCommand(['kit', 'check', writeKit({}), '--json']);
  expect(code).toBe(8);
  expect(stdout + stderr).toContain('"code":"kit-refused"');
  expect(stdout + stderr).toContain('"path":"kit.yaml"');
});

test.each(BUILT_IN_KITS)('the built-in kit %s has no faults', async (name) => {
  expect(await check(name)).toMatchObject({ code: 0, stdout: `${name} has no faults.\n` });
});

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
