import { BrokenRule, Invalid, NotFound } from '../../model/base/problems.ts';
import {
  type CurrentVariableBody,
  type EnvironmentVariable,
  type EnvironmentVariableBody,
  MAX_VALUES_LENGTH,
  VALUES_TOO_LONG,
  VARIABLE_NAME_TAKEN,
  type VariableDetailsBody,
} from '../../model/variables/environment-variable.ts';
import type { Page, PageRequest } from '../../store/engine/list-page.ts';
import { openValue, sealValue } from '../../vault/data-key.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';

/** Creates the service of environment variables, for maintainers only. Values are never answered (behaviour.md 13). */
export function createEnvironmentVariables(context: ServiceContext, secrets: Secrets) {
  const { store, access, changes, clock, machineClock } = context;

  function requireVariable(actor: Actor, projectSlug: string, id: number): EnvironmentVariable {
    const project = access.maintained(actor, projectSlug);
    const variable = store.environmentVariables.byId(id);
    if (variable?.projectId !== project.id) throw new NotFound();
    return variable;
  }

  /** Moves the encrypted value to the trash, so that the change can be undone. */
  function keepInTrash(actor: Actor, { id, name }: EnvironmentVariable, batch: number): void {
    const user = userOf(actor);
    const by = { userId: user?.id ?? null, username: user?.username ?? null };
    store.trash.storeCopy({
      kind: 'environment-variable',
      removed: machineClock(),
      subjectId: id,
      name,
      ...by,
      batch,
    });
  }

  /** Returns what putting this value would do; without the data key no stored value counts as the same. */
  function previewPut(
    projectId: number,
    { name, value }: EnvironmentVariableBody,
    key: Uint8Array | undefined,
  ): VariableOutcome {
    const known = store.environmentVariables.sealedByName(projectId, name);
    if (!known) return 'add';
    const isSame = key && known.sealed && tryOpen(key, sealContext(projectId, name), known.sealed) === value;
    return isSame ? 'same' : 'replace';
  }

  /** Adds the variable or replaces its value. The journal has neither value. */
  function put(
    actor: Actor,
    projectId: number,
    body: EnvironmentVariableBody,
    key: Uint8Array,
  ): VariableOutcome {
    const outcome = previewPut(projectId, body, key);
    if (outcome === 'same') return outcome;
    const now = clock();
    const sealed = sealValue(key, sealContext(projectId, body.name), body.value);
    const known = store.environmentVariables.sealedByName(projectId, body.name)?.variable;
    if (known) {
      const { batch } = changes.record(actor, {
        action: 'environment-variable.replace',
        subjectId: known.id,
        projectId,
        before: { name: known.name, modified: known.modified },
        after: { name: known.name, modified: now },
      });
      keepInTrash(actor, known, batch);
      store.environmentVariables.replace(known.id, sealed, now);
      return outcome;
    }
    const newVariable = { projectId, name: body.name, created: now, modified: now };
    const variable = store.environmentVariables.insert(newVariable, sealed);
    changes.recordCreated(actor, 'environment-variable.create', variable);
    return outcome;
  }

  function insert(
    actor: Actor,
    projectId: number,
    { name, value, public: isPublic }: CurrentVariableBody,
    key: Uint8Array,
  ): EnvironmentVariable {
    const now = clock();
    const variable = store.environmentVariables.insert(
      { projectId, name, isPublic: isPublic ?? false, created: now, modified: now },
      sealValue(key, sealContext(projectId, name), value),
    );
    changes.recordCreated(actor, 'environment-variable.create', variable);
    return variable;
  }

  return {
    /** For bulk changes: the caller checks access and calls these in a transaction. */
    previewPut,
    put,

    /**
     * Replaces the value of a variable, which the public API cannot do (behaviour.md 13).
     * @throws NotFound @throws Forbidden @throws Unavailable without the data key
     */
    async replace(actor: Actor, projectSlug: string, name: string, value: string): Promise<VariableOutcome> {
      access.maintained(actor, projectSlug);
      const key = await secrets.dataKey();
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        if (!store.environmentVariables.nameTaken(project.id, name)) throw new NotFound();
        return put(actor, project.id, { name, value }, key);
      });
    },

    /**
     * Checks that values can be decrypted and encrypted; creates no key while no value is stored.
     * @throws NotFound @throws Forbidden @throws Unavailable when the key of stored values is not available
     */
    async checkKey(actor: Actor, projectSlug: string): Promise<void> {
      access.maintained(actor, projectSlug);
      if (store.environmentVariables.any()) await secrets.dataKey();
    },

    /** Lists the variables, last modified first. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<EnvironmentVariable> {
      const project = access.maintained(actor, projectSlug);
      return store.environmentVariables.ofProject(project.id, request);
    },

    /** @throws NotFound @throws Forbidden */
    get: requireVariable,

    /**
     * Adds a variable and stores its value encrypted, exactly as sent.
     * @throws NotFound @throws Forbidden @throws Invalid when the name is taken @throws Unavailable without the data key
     */
    async create(actor: Actor, projectSlug: string, body: VariableDetailsBody): Promise<EnvironmentVariable> {
      const key = await secrets.dataKey();
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        if (store.environmentVariables.nameTaken(project.id, body.name)) {
          throw new Invalid({ name: [VARIABLE_NAME_TAKEN] });
        }
        return insert(actor, project.id, body, key);
      });
    },

    /**
     * Adds a variable as today's service does: with any name, also that of another (live-service.md 6).
     * @throws NotFound @throws Forbidden @throws BrokenRule when all values would be too long @throws Unavailable
     */
    async createAsToday(
      actor: Actor,
      projectSlug: string,
      body: CurrentVariableBody,
    ): Promise<EnvironmentVariable> {
      const key = await secrets.dataKey();
      return store.change(() => {
        const { id } = access.maintained(actor, projectSlug);
        if (store.environmentVariables.valuesLength(id) + body.value.length > MAX_VALUES_LENGTH)
          throw new BrokenRule(VALUES_TOO_LONG);
        return insert(actor, id, body, key);
      });
    },

    /** Gives a variable to builds of pull requests too, or takes it from them. @throws NotFound @throws Forbidden */
    setPublic(actor: Actor, projectSlug: string, id: number, isPublic: boolean): void {
      store.change(() => {
        const { name, projectId, ...variable } = requireVariable(actor, projectSlug, id);
        if (variable.isPublic === isPublic) return;
        store.environmentVariables.setPublic(id, isPublic);
        changes.record(actor, {
          action: 'environment-variable.update',
          subjectId: id,
          projectId,
          before: { name, isPublic: variable.isPublic },
          after: { name, isPublic },
        });
      });
    },

    /** @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const variable = requireVariable(actor, projectSlug, id);
        const { batch } = changes.recordRemoved(actor, 'environment-variable.delete', variable);
        keepInTrash(actor, variable, batch);
        store.environmentVariables.remove(id);
      });
    },

    /** Returns the names of variables without a value, and of those that builds of pull requests get. */
    namesForBuild(projectId: number): {
      readonly withoutValue: readonly string[];
      readonly public: readonly string[];
    } {
      const rows = store.environmentVariables.sealedOf(projectId);
      const names = (chosen: typeof rows) => [...new Set(chosen.map(({ name }) => name))];
      const known = new Map(rows.filter(({ sealed }) => sealed).map((row) => [row.name, row.isPublic]));
      return {
        withoutValue: names(rows.filter(({ name }) => !known.has(name))),
        public: names(rows.filter(({ name }) => known.get(name) === true)),
      };
    },

    /**
     * Returns names and values for the environment of a build only; of several with one name, the last modified.
     * @throws Unavailable without the data key
     */
    async forBuild(projectId: number): Promise<ReadonlyMap<string, string>> {
      const sealed = store.environmentVariables
        .sealedOf(projectId)
        .flatMap((row) => (row.sealed ? [{ name: row.name, sealed: row.sealed }] : []));
      if (sealed.length === 0) return new Map();
      const key = await secrets.dataKey();
      return new Map(
        sealed.map((row) => [row.name, openValue(key, sealContext(projectId, row.name), row.sealed)]),
      );
    },
  };
}

/** What putting a value does. */
export type VariableOutcome = 'add' | 'replace' | 'same';

export type EnvironmentVariablesService = ReturnType<typeof createEnvironmentVariables>;

/** Returns the context that binds an encrypted value to its variable, so that it cannot be moved to another. */
export function sealContext(projectId: number, name: string): string {
  return `project/${projectId}/${name}`;
}

/** Decrypts a value; undefined when that fails, so that it can be replaced. */
function tryOpen(key: Uint8Array, context: string, sealed: Uint8Array): string | undefined {
  try {
    return openValue(key, context, sealed);
  } catch {
    return undefined;
  }
}
