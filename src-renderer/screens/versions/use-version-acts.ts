import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { desk } from '../../api/desk.ts';
import { useRebuild } from '../../features/rebuild.ts';
import { useSync } from '../../features/sync-state.tsx';
import { askTrust } from '../../features/trust/ask-trust.ts';
import { tellDone, tellProblem } from '../../ui/feedback/tell.tsx';
import { countOf } from '../../ui/time-words.ts';
import { useTrigger } from '../builds/use-trigger.ts';
import { shortSlug, type VersionBoardView, type VersionRowView } from './version-row.ts';

/** A change of many versions that is being previewed. */
export type VersionsDialog = {
  readonly kind: 'activate' | 'deactivate' | 'build';
  /** Slugs. */
  readonly versions: readonly string[];
};

/** What the trust question says where versions are switched on. */
export const ACTIVE_ANYWAY = 'Without it they are switched on, and builds of them fail until you allow it.';

/** What can be done with a project's versions, one or many. */
export type VersionActs = ReturnType<typeof useVersionActs>;

export function useVersionActs(slug: string) {
  const [dialog, setDialog] = useState<VersionsDialog | undefined>(undefined);
  const [leaving, setLeaving] = useState<VersionRowView | undefined>(undefined);
  const switchOne = useSwitchOne(slug);
  const { mutate: setDefaultTo } = useMutation(desk.versions.setDefault.mutationOptions());
  const { mutate: switchMany } = useMutation(desk.versions.switch.mutationOptions());
  const { sync: requestSync, isPending: isSyncing } = useSync(slug);
  const { trigger } = useTrigger();

  const open = useCallback(
    (kind: VersionsDialog['kind'], versions: readonly string[]) => setDialog({ kind, versions }),
    [],
  );
  const close = useCallback(() => setDialog(undefined), []);
  const stay = useCallback(() => setLeaving(undefined), []);
  const leave = useCallback((row: VersionRowView) => switchOne(row, false), [switchOne]);
  /** Without a preview of its own: whoever calls has shown it. */
  const activate = useCallback(
    (versions: readonly string[]) => {
      const change = () =>
        switchMany(
          { slug, versions: [...versions], active: true },
          {
            onSuccess: () => void tellDone(`Activated ${countOf(versions.length, 'version')}`),
            onError: tellProblem,
          },
        );
      askTrust([slug], ACTIVE_ANYWAY).then(change, tellProblem);
    },
    [slug, switchMany],
  );
  const ofRow = useMemo(
    () => ({
      setActive(row: VersionRowView, active: boolean) {
        if (!active && row.isDefault) setLeaving(row);
        else switchOne(row, active);
      },
      build: (row: VersionRowView) => trigger(slug, row.slug),
      setDefault: (row: VersionRowView) =>
        setDefaultTo(
          { slug, version: row.slug },
          {
            onSuccess: () => void tellDone(`${shortSlug(row.slug)} is the default version`),
            onError: tellProblem,
          },
        ),
    }),
    [slug, switchOne, setDefaultTo, trigger],
  );
  const rebuild = useCallback(() => useRebuild.getState().ask(slug), [slug]);
  /** The default version that is about to be switched off, and what to do with it. */
  const defaultOff = { row: leaving, leave, stay };
  return { dialog, open, close, activate, requestSync, isSyncing, rebuild, defaultOff, ofRow };
}

/** Shows the switch as it will be, and takes that back with the reason when it is refused. */
function useSwitchOne(slug: string) {
  const client = useQueryClient();
  const { mutate } = useMutation(desk.versions.setActive.mutationOptions());
  const change = useCallback(
    (row: VersionRowView, active: boolean) => {
      const key = desk.versions.board.queryKey({ slug });
      const show = (next: Partial<VersionRowView>) =>
        client.setQueryData<VersionBoardView>(key, (board) => board && withRow(board, { ...row, ...next }));
      void client.cancelQueries({ queryKey: key });
      show(active ? { active } : { active, built: false, downloads: [], pagesBuild: null });
      mutate(
        { slug, version: row.slug, active },
        {
          onSuccess: () => void tellDone(switchedWords(row, active)),
          onError: (error) => {
            show({});
            tellProblem(error);
          },
        },
      );
    },
    [slug, client, mutate],
  );
  return useCallback(
    (row: VersionRowView, active: boolean) => {
      if (active) askTrust([slug], ACTIVE_ANYWAY).then(() => change(row, true), tellProblem);
      else change(row, false);
    },
    [slug, change],
  );
}

function withRow(board: VersionBoardView, row: VersionRowView): VersionBoardView {
  const rows = board.rows.map((each) => (each.id === row.id ? row : each));
  const active = rows.filter((each) => each.active).length;
  const built = rows.filter((each) => each.built).length;
  return { ...board, rows, counts: { ...board.counts, active, built } };
}

function switchedWords({ slug, built }: VersionRowView, active: boolean): string {
  const name = shortSlug(slug);
  if (active) return `Activated ${name}`;
  return built ? `Deactivated ${name}, its pages are removed` : `Deactivated ${name}`;
}
