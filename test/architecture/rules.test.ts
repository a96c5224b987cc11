// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
import { describe, expect, test } from 'vitest';
import { codeFiles } from './repository.ts';
import {
  type Check,
  noAwaitInTransaction,
  noGenericNames,
  noSilencedTypes,
  notTooLong,
  onlyTypesAcross,
  permissionsOnlyInAccess,
  sqlOnlyInStore,
} from './rules.ts';

const SERVICE = 'src-server/services/a.ts';

describe('a violation is found:', () => {
  test.each<[string, Check, string, string]>([
    ['a prepared statement', sqlOnlyInStore, SERVICE, "db.prepare('x')"],
    ['an executed statement', sqlOnlyInStore, SERVICE, 'this.database.exec(x)'],
    ['a pragma', sqlOnlyInStore, SERVICE, "store.pragma('x')"],
    ['SQL text', sqlOnlyInStore, SERVICE, "const q = 'SELECT * FROM users'"],
    ['SQL in a template', sqlOnlyInStore, SERVICE, 'const q = `\n  UPDATE projects SET name = ?`'],
    ['a refusal elsewhere', permissionsOnlyInAccess, SERVICE, 'throw new Forbidden()'],
    ['a challenge elsewhere', permissionsOnlyInAccess, 'src-server/api/a.ts', "new NotAuthenticated('x')"],
    ['an await in a transaction', noAwaitInTransaction, SERVICE, 'db.transaction(() => { await x(); })'],
    ['an async change', noAwaitInTransaction, SERVICE, 'store.change(actor, async () => { f(); })'],
    [
      'an await after a nested call',
      noAwaitInTransaction,
      SERVICE,
      'change(() => { f(g()); return await x; })',
    ],
    ['an await with type arguments', noAwaitInTransaction, SERVICE, 'transaction<Map<A, B>>(() => await x)'],
    ['an await in a template', noAwaitInTransaction, SERVICE, 'change(() => `${await x}`)'],
    [
      'a value of the store at a door',
      onlyTypesAcross,
      'src-server/api/v3/a.ts',
      "import { x } from '../../store/b.ts';",
    ],
    [
      'a value of the desk in the window',
      onlyTypesAcross,
      'src-renderer/a.tsx',
      "import { x } from '../src-server/desk/b.ts';",
    ],
    ['an ignored type error', noSilencedTypes, SERVICE, ['// @ts', 'expect-error'].join('-')],
    ['a long file', notTooLong, SERVICE, 'x\n'.repeat(401)],
    ['utils', noGenericNames, 'src-server/services/utils.ts', ''],
    ['helpers', noGenericNames, 'test/support/helpers.ts', ''],
    ['a folder of common things', noGenericNames, 'src-server/common/a.ts', ''],
    ['a barrel', noGenericNames, 'src-server/services/index.ts', ''],
    ['the store', noGenericNames, 'src-server/store/store.ts', ''],
    ['the server', noGenericNames, 'src-server/hosting/server.ts', ''],
  ])('%s', (_name, check, path, source) => {
    expect(check(path, source)).toHaveLength(1);
  });
});

describe('what is allowed passes:', () => {
  test.each<[string, Check, string, string]>([
    ['SQL in the store', sqlOnlyInStore, 'src-server/store/a.ts', "db.prepare('SELECT 1')"],
    ['a regular expression', sqlOnlyInStore, SERVICE, 'const match = ISO.exec(text)'],
    ['prose', sqlOnlyInStore, SERVICE, "const text = 'Select a project'; // SELECT * FROM users"],
    [
      'a refusal by access',
      permissionsOnlyInAccess,
      'src-server/services/kernel/access.ts',
      'throw new Forbidden()',
    ],
    ['asking what was thrown', permissionsOnlyInAccess, SERVICE, 'error instanceof Forbidden'],
    ['a transaction without a wait', noAwaitInTransaction, SERVICE, 'db.transaction(() => f()); await g();'],
    ['an await of its result', noAwaitInTransaction, SERVICE, 'await write(change(() => f()))'],
    ['a property of that name', noAwaitInTransaction, SERVICE, 'const { change } = x; await change;'],
    [
      'a type of the store at a door',
      onlyTypesAcross,
      'src-server/api/v3/a.ts',
      "import type { X } from '../../store/b.ts';",
    ],
    [
      'a type of the desk in the window',
      onlyTypesAcross,
      'src-renderer/a.tsx',
      "import type { X } from '../src-server/desk/b.ts';",
    ],
    ['400 lines', notTooLong, SERVICE, 'x\n'.repeat(400)],
    ['the API server', noGenericNames, 'src-server/api/server.ts', ''],
    ['a name with a suffix', noGenericNames, 'src-server/api/v3/projects.routes.ts', ''],
  ])('%s', (_name, check, path, source) => {
    expect(check(path, source)).toEqual([]);
  });
});

describe('Lectern itself:', () => {
  const everywhere = /^(src-|test\/)/;
  test.each<[string, Check, RegExp]>([
    ['SQL stands only in the store', sqlOnlyInStore, /^src-/],
    ['permissions are decided only in access.ts', permissionsOnlyInAccess, /^src-/],
    ['no await inside a transaction', noAwaitInTransaction, /^src-/],
    ['only types cross to the store and the desk', onlyTypesAcross, /^src-/],
    ['no type error is silenced', noSilencedTypes, everywhere],
    ['no file is too long', notTooLong, everywhere],
    ['files are named for what they hold', noGenericNames, everywhere],
  ])('%s', (_name, check, place) => {
    const files = [...codeFiles(place)];
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap(([path, source]) => check(path, source))).toEqual([]);
  });
});
