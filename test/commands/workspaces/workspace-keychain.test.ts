import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canRunKeyring, runInKeyring } from '../../support/program/keyring.ts';
import type { KeychainFindings } from '../../support/workspaces/keychain-findings.ts';

const CHILD = fileURLToPath(new URL('../../support/workspaces/keychain-child.ts', import.meta.url));

test.skipIf(!canRunKeyring())(
  'a copy has entries of its own in the keychain, and removing it removes them alone',
  async () => {
    const { exitCode, stdout, stderr } = await runInKeyring([CHILD]);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).not.toContain('may remain in the keychain');
    const { atHome, copied, used, removed, readings, later, refused } = JSON.parse(
      stdout,
    ) as KeychainFindings;
    const { home, copy } = readings;
    const ofHome = Object.keys(atHome);
    expect(ofHome).toHaveLength(2);
    expect(ofHome.every((name) => name.startsWith(`${home.installation}/`))).toBe(true);
    // Each entry of Home stays, and the copy has as many.
    expect(copied).toMatchObject(atHome);
    const added = Object.keys(copied).filter((name) => !ofHome.includes(name));
    expect(added).toHaveLength(2);
    expect(copy.installation).not.toBe(home.installation);
    expect(added.every((name) => name.startsWith(`${copy.installation}/`))).toBe(true);
    const keyOf = (id: string) => copied[`${id}/data-key`];
    expect(keyOf(copy.installation)).not.toBe(keyOf(home.installation));
    // Both open the same values with keys of their own, and copy the same token.
    expect(home).toMatchObject({ variable: 'high water at Bishop Rock', token: expect.any(String) });
    expect(copy).toEqual({ ...home, installation: copy.installation });
    expect(home.integration).toMatch(/^[0-9a-f]{40}$/);
    // The text of a token stays while a snapshot has it.
    expect(Object.keys(used)).toHaveLength(5);
    expect(removed).toEqual(atHome);
    expect(later).toEqual(home);
    // What fails leaves none.
    expect(refused.reasons).toEqual([expect.stringContaining('Error'), 'Error: The kit failed.']);
    expect(refused.entries).toEqual(atHome);
  },
);
