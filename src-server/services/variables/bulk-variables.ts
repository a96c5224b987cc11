import { uniqueKeys } from '../../model/base/bulk.ts';
import { parseBody } from '../../model/base/fields.ts';
import { type FieldErrors, Invalid } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import { EnvironmentVariableBody } from '../../model/variables/environment-variable.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { Secrets } from '../kernel/secrets.ts';
import { notMaintainedMessage } from '../versions/bulk-versions.ts';
import { type RepeatedName, readEnvFile } from './env-file.ts';
import type { EnvironmentVariablesService, VariableOutcome } from './environment-variables.ts';

/** One variable, or one project that gets it. Never contains a value. */
export type VariableItem = {
  /** Slug of the project, or name of the variable. */
  readonly key: string;
  readonly name: string;
  readonly outcome: VariableOutcome | 'refused';
  /** Reason why it is refused; '' otherwise. */
  readonly note: string;
};

/** The result of setting variables, or its preview. */
export type VariableReport = { readonly items: readonly VariableItem[] };

/** The result of pasting a `.env`, or its preview. */
export type PasteReport = VariableReport & {
  /** Numbers of lines that are neither a variable nor a comment. */
  readonly ignoredLines: readonly number[];
  /** Names that several lines set, with the line that wins. */
  readonly repeated: readonly RepeatedName[];
};

type Planned = {
  readonly item: VariableItem;
  readonly projectId: number;
  readonly body: EnvironmentVariableBody;
};

/**
 * Creates the service that sets one variable in many projects, or a whole `.env` in one. Each change has a preview that
 * only reads; the change is one transaction and skips what is refused.
 */
export function createBulkVariables(
  context: ServiceContext,
  variables: EnvironmentVariablesService,
  secrets: Secrets,
) {
  const { store, access } = context;

  /** Returns the data key only when a stored value exists to compare with: a preview must not create a key. */
  async function keyForComparison(projectIds: readonly number[], names: readonly string[]) {
    const isKnown = projectIds.some((id) =>
      names.some((name) => store.environmentVariables.nameTaken(id, name)),
    );
    return isKnown ? secrets.dataKey() : undefined;
  }

  function maintained(actor: Actor, slug: string): Project | undefined {
    const project = store.projects.plainBySlug(slug);
    return project && access.maintains(actor, project.id) ? project : undefined;
  }

  function planSet(
    actor: Actor,
    slugs: readonly string[],
    body: EnvironmentVariableBody,
    key: Uint8Array | undefined,
  ): Planned[] {
    return uniqueKeys(slugs).map((slug) => {
      const project = maintained(actor, slug);
      const outcome = project ? variables.previewPut(project.id, body, key) : 'refused';
      const note = project ? '' : notMaintainedMessage(slug);
      return {
        item: { key: slug, name: project?.name ?? slug, outcome, note },
        projectId: project?.id ?? 0,
        body,
      };
    });
  }

  function planPaste(projectId: number, text: string, key: Uint8Array | undefined): Planned[] {
    return readEnvFile(text).variables.map((variable) => {
      const problem = validationError(variable);
      const body = problem === '' ? parseBody(EnvironmentVariableBody, variable) : variable;
      const outcome = problem === '' ? variables.previewPut(projectId, body, key) : 'refused';
      return { item: { key: variable.name, name: variable.name, outcome, note: problem }, projectId, body };
    });
  }

  function applyPlan(actor: Actor, planned: readonly Planned[], key: Uint8Array): VariableItem[] {
    return planned.map(({ item, projectId, body }) => {
      if (item.outcome !== 'refused') variables.put(actor, projectId, body, key);
      return item;
    });
  }

  return {
    /** Previews `set`. @throws Unavailable when values must be compared and the data key is not available */
    async previewSet(
      actor: Actor,
      slugs: readonly string[],
      body: EnvironmentVariableBody,
    ): Promise<VariableReport> {
      const ids = slugs.flatMap((slug) => maintained(actor, slug)?.id ?? []);
      const key = await keyForComparison(ids, [body.name]);
      return store.read(() => ({ items: planSet(actor, slugs, body, key).map(({ item }) => item) }));
    },

    /** Adds the variable to these projects, or replaces its value there. @throws Unavailable without the data key */
    async set(
      actor: Actor,
      slugs: readonly string[],
      body: EnvironmentVariableBody,
    ): Promise<VariableReport> {
      const key = await secrets.dataKey();
      return store.change(() => ({ items: applyPlan(actor, planSet(actor, slugs, body, key), key) }));
    },

    /** @throws NotFound @throws Forbidden @throws Invalid on `text` @throws Unavailable as `previewSet` */
    async previewPaste(actor: Actor, projectSlug: string, text: string): Promise<PasteReport> {
      const { id } = access.maintained(actor, projectSlug);
      const { variables, ignoredLines, repeated } = readEnvFile(text);
      const key = await keyForComparison(
        [id],
        variables.map(({ name }) => name),
      );
      return store.read(() => ({
        items: planPaste(id, text, key).map(({ item }) => item),
        ignoredLines,
        repeated,
      }));
    },

    /** @throws NotFound @throws Forbidden @throws Invalid on `text` @throws Unavailable without the data key */
    async paste(actor: Actor, projectSlug: string, text: string): Promise<PasteReport> {
      access.maintained(actor, projectSlug);
      const { ignoredLines, repeated } = readEnvFile(text);
      const key = await secrets.dataKey();
      return store.change(() => {
        const { id } = access.maintained(actor, projectSlug);
        return { items: applyPlan(actor, planPaste(id, text, key), key), ignoredLines, repeated };
      });
    },
  };
}

export type BulkVariables = ReturnType<typeof createBulkVariables>;

/** Returns what is wrong with a variable as one sentence, without its value; '' when it is valid. */
function validationError(variable: { readonly name: string; readonly value: string }): string {
  try {
    parseBody(EnvironmentVariableBody, variable);
    return '';
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return errorSentences(error.errors).join(' ');
  }
}

function errorSentences(errors: FieldErrors): string[] {
  return Object.values(errors).flatMap((value) => (Array.isArray(value) ? value : errorSentences(value)));
}
