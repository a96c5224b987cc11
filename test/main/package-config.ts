import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../architecture/repository.ts';

/** Loads the parser, archive reader and fuse reader of electron-builder. */
export const requireOfBuilder = createRequire(join(ROOT, 'node_modules', 'app-builder-lib', 'package.json'));
const yaml: { load(text: string): unknown } = requireOfBuilder('js-yaml');

const text = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');
/** The configuration of electron-builder, as it is written. */
export const plain: unknown = yaml.load(text);
/** The parts of it that tests read. */
export const config = z
  .looseObject({
    files: z.array(z.string()),
    asar: z.boolean(),
    asarUnpack: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
    protocols: z.array(z.object({ name: z.string(), schemes: z.array(z.string()) })),
    linux: z.looseObject({ target: z.array(z.string()), icon: z.string() }),
    mac: z.looseObject({
      target: z.array(z.string()),
      icon: z.string(),
      hardenedRuntime: z.boolean(),
      entitlements: z.string(),
      entitlementsInherit: z.string(),
    }),
    win: z.looseObject({ target: z.array(z.string()), icon: z.string() }),
  })
  .parse(plain);
/** The parts of package.json that tests read. */
export const manifest = z
  .object({ main: z.string(), optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

/** The electron-builder options of S17 and the positions of their fuses on the wire. */
export const FUSES = [
  ['runAsNode', false, 0],
  ['enableCookieEncryption', false, 1],
  ['enableNodeOptionsEnvironmentVariable', false, 2],
  ['enableNodeCliInspectArguments', false, 3],
  ['enableEmbeddedAsarIntegrityValidation', true, 4],
  ['onlyLoadAppFromAsar', true, 5],
  ['grantFileProtocolExtraPrivileges', false, 7],
] as const;
