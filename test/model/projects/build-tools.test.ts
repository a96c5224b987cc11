import { expect, test } from 'vitest';
import { adviseBuildTools } from '../../../src-server/model/projects/build-tools.ts';

const READY = {
  tool: 'Sphinx',
  isInstalled: true,
  missingPython: null,
  index: { host: 'pypi.org', answers: true },
};
const OFFLINE = { ...READY, index: { host: 'pypi.org', answers: false } };

test('a fresh virtualenv is advised wherever it can be made', () => {
  expect(adviseBuildTools(READY)).toEqual({ tools: 'own', reason: null });
  expect(adviseBuildTools({ ...READY, isInstalled: false })).toEqual({ tools: 'own', reason: null });
});

test('installed tools are advised where an environment is known to fail', () => {
  expect(adviseBuildTools(OFFLINE)).toEqual({
    tools: 'machine',
    reason: 'pypi.org does not answer, so Sphinx is used as installed on this computer.',
  });
  expect(adviseBuildTools({ ...READY, missingPython: '3.9' })).toMatchObject({
    tools: 'machine',
    reason: expect.stringContaining('Python 3.9 is not installed here'),
  });
});

test('where neither would do, it is said what is missing', () => {
  expect(adviseBuildTools({ ...OFFLINE, tool: null, isInstalled: false })).toEqual({
    tools: 'own',
    reason:
      'pypi.org does not answer, and Sphinx or MkDocs is not installed either, so builds will fail. Install Sphinx or MkDocs, or connect to the network.',
  });
});
