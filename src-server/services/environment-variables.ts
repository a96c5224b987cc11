import {
  type EnvironmentVariable,
  type EnvironmentVariableBody,
  VARIABLE_NAME_TAKEN,
} from '../model/environment-variable.ts';
import { Invalid, NotFound } from '../model/problems.ts';
import type { Page, PageRequest } from '../store/list-page.ts';
import { openValue, sealValue } from '../vault/data-key.ts';
import type { Actor } from './actor.ts';
import type { ServiceContext } from './context.ts';
import type { Secrets } from './secrets.ts';

/** Environment variables of a project; all for its maintainers only. Values go in and never come out (behaviour.md 13). */
export function createEnvironmentVariables(context: ServiceContext, secrets: Secrets) {
  const { store, access, changes, clock } = context;

  function own(actor: Actor, projectSlug: string, id: number): EnvironmentVariable {
    const project = access.maintained(actor, projectSlug);
    const variable = store.environmentVariables.byId(id);
    if (variable?.projectId !== project.id) throw new NotFound();
    return variable;
  }

  return {
    /** Last modified first. @throws NotFound @throws Forbidden */
    list(actor: Actor, projectSlug: string, request: PageRequest): Page<EnvironmentVariable> {
      const project = access.maintained(actor, projectSlug);
      return store.environmentVariables.ofProject(project.id, request);
    },

    /** @throws NotFound @throws Forbidden */
    get: own,

    /**
     * Stores the value encrypted, exactly as given.
     * @throws NotFound @throws Forbidden @throws Invalid when the name is taken @throws Unavailable without the data key
     */
    async create(
      actor: Actor,
      projectSlug: string,
      body: EnvironmentVariableBody,
    ): Promise<EnvironmentVariable> {
      const key = await secrets.dataKey();
      return store.change(() => {
        const project = access.maintained(actor, projectSlug);
        if (store.environmentVariables.nameTaken(project.id, body.name)) {
          throw new Invalid({ name: [VARIABLE_NAME_TAKEN] });
        }
        const now = clock();
        const variable = store.environmentVariables.insert(
          { projectId: project.id, name: body.name, created: now, modified: now },
          sealValue(key, sealContext(project.id, body.name), body.value),
        );
        changes.record(actor, {
          action: 'environment-variable.create',
          subjectId: variable.id,
          projectId: project.id,
          after: { ...variable },
        });
        return variable;
      });
    },

    /** @throws NotFound @throws Forbidden */
    remove(actor: Actor, projectSlug: string, id: number): void {
      store.change(() => {
        const variable = own(actor, projectSlug, id);
        store.environmentVariables.remove(id);
        changes.record(actor, {
          action: 'environment-variable.delete',
          subjectId: id,
          projectId: variable.projectId,
          before: { ...variable },
        });
      });
    },

    /** Names and values, for the process environment of a build and nothing else. @throws Unavailable without the data key */
    async forBuild(projectId: number): Promise<ReadonlyMap<string, string>> {
      const sealed = store.environmentVariables.sealedOf(projectId);
      if (sealed.length === 0) return new Map();
      const key = await secrets.dataKey();
      return new Map(
        sealed.map((row) => [row.name, openValue(key, sealContext(projectId, row.name), row.sealed)]),
      );
    },
  };
}

export type EnvironmentVariablesService = ReturnType<typeof createEnvironmentVariables>;

/** Ties a sealed value to its place, so that it cannot be moved to another variable. */
export function sealContext(projectId: number, name: string): string {
  return `project/${projectId}/${name}`;
}
