import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type CheckoutConfig, readConfig } from '../../../src-server/builder/config/read-config.ts';

export const BUILD = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3.13"}\n';
export const SPHINX = 'sphinx: {configuration: docs/conf.py}\n';

/** Makes a checkout for the configuration files of a test file. */
export function configFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-config-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    /** Reads a text as the configuration file of the checkout. */
    readFile(text: string): Promise<CheckoutConfig> {
      writeFileSync(join(folder, '.readthedocs.yaml'), text);
      return readConfig(folder, { project: { documentationType: 'sphinx' } });
    },
  };
}
