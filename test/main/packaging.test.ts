// Checks the configuration of "npm run dist"; `test/faults/packaging.test.ts` packs with it and starts what it makes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/repository.ts';
import { config, FUSES, plain, requireOfBuilder } from './package-config.ts';

describe('the configuration of electron-builder', () => {
  test('conforms to its schema', () => {
    const schema = JSON.parse(readFileSync(requireOfBuilder.resolve('./scheme.json'), 'utf8'));
    const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
    const valid = ajv.compile(schema);
    expect(valid(plain), ajv.errorsText(valid.errors)).toBe(true);
    expect(valid({ ...config, electronFuses: { runAsNodes: false } })).toBe(false);
  });

  test.each(FUSES)('sets the fuse %s to %s', (name, expected) => {
    expect(config.electronFuses[name]).toBe(expected);
  });

  test('creates an installer for each system', () => {
    expect(config.linux.target).toEqual(['AppImage', 'deb', 'rpm']);
    expect(config.mac).toMatchObject({ target: ['dmg'], hardenedRuntime: true });
    expect(config.win.target).toEqual(['nsis']);
    expect(config.protocols).toEqual([{ name: 'Lectern', schemes: ['lectern'] }]);
  });

  test('lets the hardened runtime load the parts of an application that is signed without a certificate', () => {
    expect(config.mac.entitlementsInherit).toBe(config.mac.entitlements);
    expect(readFileSync(join(ROOT, config.mac.entitlements), 'utf8')).toMatch(
      /<key>com\.apple\.security\.cs\.disable-library-validation<\/key>\s*<true\/>/,
    );
  });

  test('names files that exist', () => {
    const named = [config.linux.icon, config.mac.icon, config.win.icon, config.mac.entitlements, 'LICENSE'];
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('has icons in the sizes that the systems require', () => {
    const size = (name: string) => {
      const png = readFileSync(join(ROOT, 'src-main', 'icons', name));
      return [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect(size('icon.png')).toEqual(['PNG', 1024, 1024]);
    expect(size('512x512.png')).toEqual(['PNG', 512, 512]);
  });
});
