import type { ColumnDefinition, Database, RunResult, Statement } from 'better-sqlite3';

/**
 * Returns the same database, whose statements are compiled when they are first used: a start uses a few of them, and
 * compiling all takes longer than the rest of it.
 */
export function lazyStatements(database: Database): Database {
  return Object.create(database, {
    prepare: { value: (source: string) => new LazyStatement(database, source) },
  });
}

/** A statement that is compiled when it is first used. Its errors, too, are thrown then. */
class LazyStatement implements Statement<unknown[]> {
  readonly database: Database;
  readonly source: string;
  #compiled: Statement | undefined;

  constructor(database: Database, source: string) {
    this.database = database;
    this.source = source;
  }

  run(...parameters: unknown[]): RunResult {
    return (this.#compiled ?? this.#compile()).run(...parameters);
  }

  get(...parameters: unknown[]): unknown {
    return (this.#compiled ?? this.#compile()).get(...parameters);
  }

  all(...parameters: unknown[]): unknown[] {
    return (this.#compiled ?? this.#compile()).all(...parameters);
  }

  iterate(...parameters: unknown[]): IterableIterator<unknown> {
    return (this.#compiled ?? this.#compile()).iterate(...parameters);
  }

  // How results are returned is chosen once, after `prepare`, for each of these.
  #options: ((statement: Statement) => void)[] = [];

  pluck(isOn = true): this {
    return this.#choose((statement) => statement.pluck(isOn));
  }

  raw(isOn = true): this {
    return this.#choose((statement) => statement.raw(isOn));
  }

  expand(isOn = true): this {
    return this.#choose((statement) => statement.expand(isOn));
  }

  safeIntegers(isOn = true): this {
    return this.#choose((statement) => statement.safeIntegers(isOn));
  }

  bind(...parameters: unknown[]): this {
    return this.#choose((statement) => statement.bind(...parameters));
  }

  columns(): ColumnDefinition[] {
    return this.#compile().columns();
  }

  get reader(): boolean {
    return this.#compile().reader;
  }

  get readonly(): boolean {
    return this.#compile().readonly;
  }

  get busy(): boolean {
    return this.#compile().busy;
  }

  #choose(option: (statement: Statement) => void): this {
    if (this.#compiled) option(this.#compiled);
    else this.#options.push(option);
    return this;
  }

  #compile(): Statement {
    if (this.#compiled) return this.#compiled;
    const statement = this.database.prepare(this.source);
    for (const option of this.#options) option(statement);
    this.#compiled = statement;
    return statement;
  }
}
