import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { DeskVersionBody } from '../../../src-server/model/versions/version.ts';
import { desk, deskClient, queryClient } from '../../api/desk.ts';
import { useSync } from '../../features/sync-state.tsx';
import { requestActivation } from '../../features/trust/request-trust.ts';
import { notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { pluralize, truncate } from '../../ui/format.ts';
import { type BuildOptions, useTriggerBuild } from '../builds/use-trigger-build.ts';
import { confirmDeactivateDefault } from './confirm-deactivate-default.tsx';
import type { VersionListView, VersionRowView } from './version-row.ts';

/** A change of several versions that is being previewed. */
export type VersionsDialog = {
  readonly kind: 'activate' | 'deactivate' | 'build';
  /** Slugs. */
  readonly versions: readonly string[];
};

/** Actions for the versions of a project, one or several. */
export type VersionActions = ReturnType<typeof useVersionActions>;

/** Returns the actions for the versions of a project and the state of their dialogs. */
export function useVersionActions(slug: string) {
  const [dialog, setDialog] = useState<VersionsDialog | undefined>(undefined);
  const setVersionActive = useSetVersionActive(slug);
  const { mutate: setDefaultVersion } = useMutation(desk.versions.setDefault.mutationOptions());
  const { mutate: setManyActive } = useMutation(desk.versions.switch.mutationOptions());
  const { sync: requestSync, isPending: isSyncing } = useSync(slug);
  const { trigger } = useTriggerBuild();

  const open = useCallback(
    (kind: VersionsDialog['kind'], versions: readonly string[]) => setDialog({ kind, versions }),
    [],
  );
  const close = useCallback(() => setDialog(undefined), []);
  /** Activates without a preview; the caller has shown one. */
  const activate = useCallback(
    (versions: readonly string[]) => {
      const change = () =>
        setManyActive(
          { slug, versions: [...versions], active: true },
          {
            onSuccess: (changed) =>
              notifyUndoable(`Activated ${pluralize(versions.length, 'version')}`, changed),
            onError: notifyError,
          },
        );
      requestActivation(slug).then((goOn) => goOn && change(), notifyError);
    },
    [slug, setManyActive],
  );
  const rowActions = useMemo(
    () => ({
      setActive(row: VersionRowView, active: boolean) {
        const versionList = queryClient.getQueryData(desk.versions.list.queryKey({ slug }));
        if (!active && row.isDefault && versionList)
          confirmDeactivateDefault(versionList, row, () => deactivate(slug, row));
        else setVersionActive(row, active);
      },
      /** Changes whether lists and search name it, who may see it, or how it is built. */
      update: (row: VersionRowView, body: DeskVersionBody) => changeVersion(slug, row, body),
      build: (row: VersionRowView, options?: BuildOptions) => trigger(slug, row.slug, options),
      setDefault: (row: VersionRowView) =>
        setDefaultVersion(
          { slug, version: row.slug },
          {
            onSuccess: (changed) => notifyUndoable(`${truncate(row.slug)} is the default version`, changed),
            onError: notifyError,
          },
        ),
    }),
    [slug, setVersionActive, setDefaultVersion, trigger],
  );
  return { dialog, open, close, activate, requestSync, isSyncing, rowActions };
}

/** Switches a version on or off; updates the list at once and reverts it with a message on failure. */
function useSetVersionActive(slug: string) {
  const { mutate } = useMutation(desk.versions.setActive.mutationOptions());
  const change = useCallback(
    (row: VersionRowView, active: boolean) => {
      const key = desk.versions.list.queryKey({ slug });
      const updateCache = (next: Partial<VersionRowView>) =>
        queryClient.setQueryData<VersionListView>(
          key,
          (versionList) => versionList && withRow(versionList, { ...row, ...next }),
        );
      void queryClient.cancelQueries({ queryKey: key });
      updateCache(active ? { active } : { active, built: false, downloads: [], pagesBuild: null });
      mutate(
        { slug, version: row.slug, active },
        {
          onSuccess: (changed) => notifyUndoable(activationMessage(row, active), changed),
          onError: (error) => {
            updateCache({});
            notifyError(error);
          },
        },
      );
    },
    [slug, mutate],
  );
  return useCallback(
    (row: VersionRowView, active: boolean) => {
      if (active) requestActivation(slug).then((goOn) => goOn && change(row, true), notifyError);
      else change(row, false);
    },
    [slug, change],
  );
}

async function deactivate(slug: string, row: VersionRowView): Promise<unknown> {
  const changed = await deskClient.versions.setActive.mutate({ slug, version: row.slug, active: false });
  notifyUndoable(activationMessage(row, false), changed);
  return changed;
}

function changeVersion(slug: string, row: VersionRowView, body: DeskVersionBody): void {
  deskClient.versions.update
    .mutate({ slug, version: row.slug, body })
    .then((changed) => notifyUndoable(`Changed ${truncate(row.slug)}`, changed), notifyError);
}

function withRow(versionList: VersionListView, row: VersionRowView): VersionListView {
  const rows = versionList.rows.map((each) => (each.id === row.id ? row : each));
  const active = rows.filter((each) => each.active).length;
  const built = rows.filter((each) => each.built).length;
  return { ...versionList, rows, counts: { ...versionList.counts, active, built } };
}

function activationMessage({ slug, built }: VersionRowView, active: boolean): string {
  const name = truncate(slug);
  if (active) return `Activated ${name}`;
  return built ? `Deactivated ${name} and removed its pages` : `Deactivated ${name}`;
}
