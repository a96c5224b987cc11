import { redirectChanges, variableChanges } from '../../model/sync/files/apply-file.ts';
import {
  type FileRedirect,
  formatSyncFile,
  type SyncFile,
  withDefaults,
} from '../../model/sync/files/sync-file.ts';
import type { FileChange, SyncFileKind } from '../../model/sync/operations.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { RedirectsService } from '../redirects/redirects.ts';
import type { EnvironmentVariablesService } from '../variables/environment-variables.ts';

const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Creates the service that keeps redirects and variables of a project in files, which people keep in git. */
export function createSyncFiles(
  { store, access, changes, clock }: ServiceContext,
  redirects: Pick<RedirectsService, 'add' | 'save' | 'remove' | 'reorder' | 'list'>,
  variables: Pick<EnvironmentVariablesService, 'list' | 'setPublic' | 'remove'>,
) {
  function presentRedirects(actor: Actor, slug: string) {
    return redirects.list(actor, slug, ALL).items.map((item) => ({ id: item.id, redirect: toFile(item) }));
  }

  function applyRedirects(actor: Actor, slug: string, wanted: readonly FileRedirect[], dryRun: boolean) {
    const present = presentRedirects(actor, slug);
    const plan = redirectChanges(present, wanted);
    const before = new Map(present.map(({ id, redirect }) => [id, redirect]));
    const keyOf = (id: number) => nameOf(before.get(id));
    const kept = plan.order.filter((id) => id !== null);
    const isMoved = present.filter(({ id }) => kept.includes(id)).some(({ id }, at) => kept[at] !== id);
    if (!dryRun && !plan.isUnchanged) {
      for (const id of plan.remove) redirects.remove(actor, slug, id);
      for (const { id, to } of plan.update) redirects.save(actor, slug, id, to);
      const created = plan.create.map((redirect) => redirects.add(actor, slug, redirect).id);
      const order = plan.order.map((id) => id ?? created.shift() ?? 0);
      if (order.length > 0) redirects.reorder(actor, slug, order);
    }
    return [
      ...plan.remove.map((id) => change('delete', keyOf(id))),
      ...plan.update.map(({ to }) => change('update', nameOf(to))),
      ...plan.create.map((redirect) => change('create', nameOf(redirect))),
      ...(isMoved ? [change('reorder', 'redirects')] : []),
    ];
  }

  function applyVariables(
    actor: Actor,
    slug: string,
    wanted: Parameters<typeof variableChanges>[1],
    dryRun: boolean,
  ) {
    const present = variables.list(actor, slug, ALL).items;
    const plan = variableChanges(present, wanted);
    const nameOfId = new Map(present.map(({ id, name }) => [id, name]));
    if (!dryRun) {
      const { id: projectId } = access.maintained(actor, slug);
      for (const id of plan.remove) variables.remove(actor, slug, id);
      for (const { id, isPublic } of plan.setPublic) variables.setPublic(actor, slug, id, isPublic);
      for (const { name, isPublic } of plan.create) {
        const now = clock();
        const row = { projectId, name, isPublic, created: now, modified: now };
        const variable = store.environmentVariables.insert(row, null);
        changes.recordCreated(actor, 'environment-variable.create', variable);
      }
    }
    return [
      ...plan.remove.map((id) => change('delete', nameOfId.get(id) ?? '')),
      ...plan.setPublic.map(({ id }) => change('update', nameOfId.get(id) ?? '')),
      ...plan.create.map(({ name }) => change('create', name)),
    ];
  }

  return {
    /** Returns the YAML of a project's redirects or variables, without values. @throws NotFound @throws Forbidden */
    export(actor: Actor, kind: SyncFileKind, slug: string): string {
      const project = access.maintained(actor, slug).slug;
      if (kind === 'redirects') {
        const list = presentRedirects(actor, slug).map(({ redirect }) => redirect);
        return formatSyncFile({ project, kind, redirects: list });
      }
      return formatSyncFile({ project, kind, variables: variables.list(actor, slug, ALL).items });
    },

    /**
     * Makes the redirects or variables of the file's project those of the file, in one change that can be undone; a dry run
     * only says what would change. A new variable has no value. @throws NotFound @throws Forbidden
     */
    apply(actor: Actor, file: SyncFile, dryRun: boolean): FileChange[] {
      return store.change(() =>
        file.kind === 'redirects'
          ? applyRedirects(actor, file.project, file.redirects, dryRun)
          : applyVariables(actor, file.project, file.variables, dryRun),
      );
    },
  };
}

function toFile({
  type,
  fromUrl,
  toUrl,
  dialect,
  httpStatus,
  enabled,
  force,
  description,
}: FileRedirect): FileRedirect {
  return withDefaults({ type, fromUrl, toUrl, dialect, httpStatus, enabled, force, description });
}

/** Names a redirect as people do: by its source, or by its type where it has none. */
function nameOf(redirect: FileRedirect | undefined): string {
  return redirect?.fromUrl || redirect?.type || '';
}

function change(action: FileChange['action'], key: string): FileChange {
  return { action, key };
}
