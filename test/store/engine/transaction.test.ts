import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StorageFull } from '../../../src-server/model/base/problems.ts';
import { createTransactions, type Transactions } from '../../../src-server/store/engine/transaction.ts';
import { type Database, openDatabase } from '../../../src-server/store/file/database.ts';
import { addUsers, openOptions, userNames } from '../../support/store/store-folder.ts';

type Fixture = Transactions & { readonly database: Database; readonly names: () => string[] };

async function open(): Promise<Fixture> {
  const database = await openDatabase(openOptions(null));
  onTestFinished(() => void database.close());
  return { ...createTransactions(database), database, names: () => userNames(database) };
}

/** Adds a user without opening a transaction. */
function add(database: Database, name: string): void {
  database.prepare('INSERT INTO users (username, created) VALUES (?, 0)').run(name);
}

describe('a change', () => {
  test('is committed as a whole and returns its result', async () => {
    const { change, database, names, revision } = await open();
    const before = revision();
    const result = change(() => {
      add(database, 'ann');
      add(database, 'bob');
      return 'done';
    });
    expect(result).toBe('done');
    expect(names()).toEqual(['ann', 'bob']);
    expect(revision()).toBe(before + 1);
    expect(database.inTransaction).toBe(false);
  });

  test('is rolled back as a whole when it throws, and the next one works', async () => {
    const { change, database, names, revision } = await open();
    const before = revision();
    const error = new Error('no');
    expect(() =>
      change(() => {
        add(database, 'ann');
        throw error;
      }),
    ).toThrow(error);
    expect(names()).toEqual([]);
    expect(revision()).toBe(before);
    change(() => add(database, 'bob'));
    expect(names()).toEqual(['bob']);
  });

  test('joins an outer change', async () => {
    const { change, database, names, revision } = await open();
    const before = revision();
    change(() => {
      add(database, 'ann');
      change(() => add(database, 'bob'));
      expect(revision()).toBe(before);
    });
    expect(names()).toEqual(['ann', 'bob']);
    expect(revision()).toBe(before + 1);
  });

  test('is rolled back with its outer change', async () => {
    const { change, database, names } = await open();
    expect(() =>
      change(() => {
        change(() => add(database, 'ann'));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(names()).toEqual([]);
  });

  test('that fails rolls back its outer change, even when its error is caught', async () => {
    const { change, database, names } = await open();
    expect(() =>
      change(() => {
        add(database, 'ann');
        try {
          change(() => {
            add(database, 'half');
            throw new Error('inner');
          });
        } catch {
          add(database, 'bob');
        }
      }),
    ).toThrow('inner');
    expect(names()).toEqual([]);
    change(() => add(database, 'carl'));
    expect(names()).toEqual(['carl']);
  });

  test('must not be async, also when nested and when its promise is ignored', async () => {
    const { change, database, names } = await open();
    const later = async () => add(database, 'ann');
    expect(() => change(later)).toThrow(TypeError);
    expect(() => change(() => void change(later))).toThrow(TypeError);
    expect(names()).toEqual([]);
    expect(database.inTransaction).toBe(false);
  });

  test('reports a full disk, changes nothing, and works again when there is space', async () => {
    const { change, database, names } = await open();
    const pages = database.pragma('page_count', { simple: true }) as number;
    database.pragma(`max_page_count = ${pages + 2}`);
    expect(() =>
      change(() => {
        for (let index = 0; index < 100; index++) add(database, `${index}-`.padEnd(5000, 'x'));
      }),
    ).toThrow(StorageFull);
    expect(names()).toEqual([]);
    database.pragma('max_page_count = 1000000');
    change(() => add(database, 'ann'));
    expect(names()).toEqual(['ann']);
  });

  test('passes on other SQLite errors unchanged', async () => {
    const { change, database, names } = await open();
    change(() => add(database, 'ann'));
    expect(() => change(() => add(database, 'ann'))).toThrow(/UNIQUE/);
    expect(names()).toEqual(['ann']);
  });
});

describe('an effect', () => {
  test('runs after the commit, outside the transaction', async () => {
    const { change, afterCommit, database } = await open();
    const seen: unknown[] = [];
    change(() => {
      afterCommit(() => seen.push(['first', database.inTransaction]));
      change(() => afterCommit(() => seen.push(['second', database.inTransaction])));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([
      ['first', false],
      ['second', false],
    ]);
  });

  test('sees the new revision', async () => {
    const { change, afterCommit, revision, database } = await open();
    const before = revision();
    let seen: number | undefined;
    change(() => {
      add(database, 'ann');
      afterCommit(() => {
        seen = revision();
      });
    });
    expect(seen).toBe(before + 1);
  });

  test('of a rolled-back change never runs, not even after the next change', async () => {
    const { change, afterCommit } = await open();
    const seen: string[] = [];
    expect(() =>
      change(() => {
        afterCommit(() => seen.push('undone'));
        throw new Error('no');
      }),
    ).toThrow('no');
    change(() => afterCommit(() => seen.push('kept')));
    expect(seen).toEqual(['kept']);
  });

  test('runs immediately outside a change', async () => {
    const { afterCommit, read, change } = await open();
    const seen: string[] = [];
    afterCommit(() => seen.push('alone'));
    expect(seen).toEqual(['alone']);
    read(() => {
      afterCommit(() => seen.push('in a read'));
      expect(seen).toEqual(['alone', 'in a read']);
    });
    change(() => {});
    expect(seen).toEqual(['alone', 'in a read']);
  });

  test('that makes a change comes first, then effects queued earlier, then those of that change', async () => {
    const { change, afterCommit, database, names } = await open();
    const seen: string[] = [];
    change(() => {
      afterCommit(() => {
        seen.push('a');
        change(() => {
          add(database, 'ann');
          afterCommit(() => seen.push('c'));
        });
      });
      afterCommit(() => seen.push('b'));
    });
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(names()).toEqual(['ann']);
  });

  test('that throws neither stops other effects nor rolls back the change', async () => {
    const { change, afterCommit, database, names } = await open();
    const seen: string[] = [];
    expect(() =>
      change(() => {
        add(database, 'ann');
        afterCommit(() => {
          throw new Error('effect');
        });
        afterCommit(() => seen.push('other'));
      }),
    ).toThrow('effect');
    expect(seen).toEqual(['other']);
    expect(names()).toEqual(['ann']);
    change(() => afterCommit(() => seen.push('next')));
    expect(seen).toEqual(['other', 'next']);
  });
});

describe('a read', () => {
  test('sees one state and joins an outer read or change', async () => {
    const { read, change, database, names } = await open();
    change(() => addUsers(database, 'user', 0));
    expect(read(() => read(() => database.inTransaction))).toBe(true);
    await turn();
    expect(database.inTransaction).toBe(false);
    change(() => {
      add(database, 'ann');
      expect(read(names)).toEqual(['ann']);
    });
    expect(names()).toEqual(['ann']);
  });

  test('shares its transaction with reads of the same event-loop turn, until the next change', async () => {
    const { read, change, database, names } = await open();
    expect(read(names)).toEqual([]);
    expect(database.inTransaction).toBe(true);
    change(() => add(database, 'ann'));
    expect(database.inTransaction).toBe(false);
    expect(read(names)).toEqual(['ann']);
  });

  test('that throws leaves no open transaction', async () => {
    const { read, database } = await open();
    expect(() =>
      read(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    await turn();
    expect(database.inTransaction).toBe(false);
    expect(read(() => 1)).toBe(1);
  });

  test('must not change data', async () => {
    const { read, change, database, names } = await open();
    expect(() => read(() => change(() => add(database, 'ann')))).toThrow(TypeError);
    expect(names()).toEqual([]);
    change(() => add(database, 'bob'));
    expect(names()).toEqual(['bob']);
  });

  test('must not be async', async () => {
    const { read, database } = await open();
    expect(() => read(async () => 1)).toThrow(TypeError);
    await turn();
    expect(database.inTransaction).toBe(false);
  });
});

describe('a memoized value', () => {
  const ROWS = ['users.rows'] as const;

  test('lasts until a change', async () => {
    const { change, memoize, database } = await open();
    let loads = 0;
    const get = memoize(10, (key: string) => `${key}${++loads}`);
    expect([get('a'), get('a'), get('b')]).toEqual(['a1', 'a1', 'b2']);
    change(() => add(database, 'ann'));
    expect([get('a'), get('a')]).toEqual(['a3', 'a3']);
  });

  test('of a table lasts until the table is touched', async () => {
    const { change, memoize, touch } = await open();
    let loads = 0;
    const get = memoize(10, () => ++loads, ROWS);
    expect([get('a'), get('a')]).toEqual([1, 1]);
    change(() => touch('projects.rows'));
    expect(get('a')).toBe(1);
    change(() => touch('users.rows'));
    expect([get('a'), get('a')]).toEqual([2, 2]);
  });

  test('survives a rolled-back change and a change without effect', async () => {
    const { change, memoize, touch, database, revision, counter } = await open();
    let loads = 0;
    const ofStore = memoize(10, () => ++loads);
    const ofTable = memoize(10, () => ++loads, ROWS);
    expect([ofStore('a'), ofTable('a')]).toEqual([1, 2]);
    const before = [revision(), counter(ROWS)];
    expect(() =>
      change(() => {
        add(database, 'ann');
        touch('users.rows');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(change(() => ofTable('a'))).toBe(2);
    expect([ofStore('a'), ofTable('a')]).toEqual([1, 2]);
    expect([revision(), counter(ROWS)]).toEqual(before);
  });

  test('never comes from a read inside a rolled-back change', async () => {
    const { change, memoize, touch, database } = await open();
    const count = database.prepare<[], number>('SELECT count(*) FROM users').pluck();
    const ofStore = memoize(10, (_: string) => count.get());
    const ofTable = memoize(10, (_: string) => count.get(), ROWS);
    const both = (key: string) => [ofStore(key), ofTable(key)];
    const addAnn = (newKey: string) => {
      add(database, 'ann');
      expect(both(newKey)).toEqual([1, 1]);
      touch('users.rows');
      expect(both('known')).toEqual([1, 1]);
    };
    expect(both('known')).toEqual([0, 0]);
    expect(() =>
      change(() => {
        addAnn('new');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect([both('known'), both('new')]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    change(() => addAnn('newer'));
    expect([both('known'), both('new')]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('is dropped when the cache is full', async () => {
    const { memoize } = await open();
    const loaded: number[] = [];
    const get = memoize(2, (key: number) => loaded.push(key));
    for (const key of [1, 2, 1, 3, 3, 1]) get(key);
    expect(loaded).toEqual([1, 2, 3, 1]);
  });
});

describe('a watcher', () => {
  const fail = (): never => {
    throw new Error('no');
  };

  test('returns what was touched since the last call', async () => {
    const { change, touch, watch } = await open();
    const changed = watch(['users.rows', 'users.values']);
    expect([changed(), changed()]).toEqual(['all', new Set()]);
    change(() => touch('users.rows', 1));
    touch('users.values', 2);
    touch('projects.rows', 3);
    expect([changed(), changed()]).toEqual([new Set([1, 2]), new Set()]);
    touch('users.rows');
    expect(changed()).toBe('all');
    for (let id = 0; id < 5000; id++) touch('users.rows', id);
    expect(changed()).toBe('all');
  });

  test('returns nothing for a rolled-back change', async () => {
    const { change, touch, watch } = await open();
    const changed = watch(['users.rows']);
    changed();
    touch('users.rows', 1);
    const refused = () =>
      change(() => {
        touch('users.rows', 2);
        touch('users.rows');
        fail();
      });
    expect(refused).toThrow('no');
    expect(changed()).toEqual(new Set([1]));
  });

  test('returns all after a call inside a rolled-back change, since ids are reused', async () => {
    const { change, touch, watch } = await open();
    const changed = watch(['users.rows']);
    const askInside = (id: number) =>
      change(() => {
        touch('users.rows', id);
        changed();
        touch('users.rows', 9);
        fail();
      });
    expect(() => askInside(1)).toThrow('no');
    expect(changed()).toBe('all');
    touch('users.rows', 2);
    expect(() => askInside(3)).toThrow('no');
    expect(changed()).toBe('all');
    expect(changed()).toEqual(new Set());
  });
});
