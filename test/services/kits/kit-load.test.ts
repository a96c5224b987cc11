import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../../builder/git/git-repository.ts';
import { eventually } from '../../support/program/build-server.ts';
import { runCommand } from '../../support/program/run-command.ts';
import { BROKEN_KITS, packTexts, WHOLE_KIT, writeKit } from './broken-kits.ts';
import { askKit, serveKit } from './serve-kit.ts';

describe('serve --kit', () => {
  test('S19 runs nothing of a kit until a person allows it', async () => {
    const lectern = await serveKit(['--memory', '--kit', 'first-steps']);
    const { build } = await askKit(lectern, 'projects/almanac/versions/latest/builds/', 'POST');
    const ended = await eventually(
      () => askKit(lectern, `projects/almanac/builds/${build?.id}/`),
      ({ state }) => state?.code === 'finished',
    );
    expect(ended).toMatchObject({ success: false });
    expect(ended.error).toMatch(/allow/i);
  });

  test('makes repositories with the branches, tags, dates and author of the kit', async () => {
    const data = join(scratchFolder(), 'data');
    const kit = await packTexts(WHOLE_KIT);
    const lectern = await serveKit(['--data', data, '--kit', kit, '--keychain', 'off']);
    expect(await askKit(lectern, 'projects/almanac/')).toMatchObject({ slug: 'almanac' });
    const [made = ''] = readdirSync(join(data, 'repositories'));
    const folder = join(data, 'repositories', made, 'almanac');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
    expect(git('log', '--format=%an|%ae|%aI|%cI|%s', 'main')).toBe(
      'Lectern|lectern@example.invalid|2024-01-05T10:00:00+00:00|2024-01-05T10:00:00+00:00|First',
    );
    expect(git('tag')).toBe('v1.0');
    expect(git('rev-parse', 'HEAD')).toBe(git('rev-parse', 'v1.0'));
    expect(git('status', '--porcelain')).toBe('');
    expect(existsSync(join(folder, '..', '.unfinished'))).toBe(false);
  });

  test.each(Object.entries(BROKEN_KITS))('S19 R16 loads nothing of a kit with %s', async (_, { files }) => {
    const data = join(scratchFolder(), 'data');
    const { code, stderr } = await runCommand([
      'serve',
      '--data',
      data,
      '--kit',
      writeKit(files),
      '--port',
      '0',
    ]);
    expect(stderr).toContain('nothing was loaded');
    expect(code).toBe(8);
    const { stdout } = await runCommand(['user', 'list', '--data', data, '--json']);
    expect(stdout).not.toContain('mira');
    expect(existsSync(join(data, 'repositories'))).toBe(false);
  });

  test('loads nothing of a kit that conflicts with the present data, and names the place', async () => {
    const data = join(scratchFolder(), 'data');
    const kit = writeKit(WHOLE_KIT);
    await (await serveKit(['--data', data, '--kit', kit, '--keychain', 'off'])).stop();
    const { code, stderr } = await runCommand(['serve', '--data', data, '--kit', kit, '--port', '0']);
    expect(stderr).toMatch(/seed\.json:9:7.*projects\[0\]\.name/);
    expect(code).toBe(8);
    expect(readdirSync(join(data, 'repositories'))).toHaveLength(1);
  });
});

test('R16 a start removes repositories whose loading was cut off, and keeps those in use', async () => {
  const data = join(scratchFolder(), 'data');
  await (await serveKit(['--data', data, '--kit', writeKit(WHOLE_KIT), '--keychain', 'off'])).stop();
  const [used = ''] = readdirSync(join(data, 'repositories'));
  writeFileSync(join(data, 'repositories', used, '.unfinished'), '');
  mkdirSync(join(data, 'repositories/cut-off/almanac'), { recursive: true });
  writeFileSync(join(data, 'repositories/cut-off/.unfinished'), '');
  await (await serveKit(['--data', data, '--keychain', 'off'])).stop();
  expect(readdirSync(join(data, 'repositories'))).toEqual([used]);
  expect(readdirSync(join(data, 'repositories', used))).toEqual(['.kit', 'almanac']);
});
