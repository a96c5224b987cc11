import { IconRefresh, IconTerminal2, IconX } from '@tabler/icons-react';
import { navigate } from 'wouter/use-browser-location';
import { isEnded } from '../../../../src-server/model/builds/build.ts';
import { ActionItems, copyAction, type RowAction } from '../../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../../ui/context-menu/context-menu-state.ts';
import type { BuildRowActions } from '../../builds/use-build-row-actions.ts';
import { buildPath } from '../../builds/use-trigger-build.ts';
import type { Overview } from './overview-facts.tsx';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type Options = {
  readonly build: Overview['lastBuilds'][number];
  readonly slug: string;
  /** Whether nothing can be built of the project. */
  readonly isRecord: boolean;
  readonly actions: BuildRowActions;
};

/** Returns the context menu of one of the last builds. */
export function lastBuildMenu({ build, slug, isRecord, actions }: Options) {
  const { id, state, commit, versionSlug } = build;
  const retry = { label: 'Retry', icon: <IconRefresh {...ICON} />, run: () => actions.retry(slug, id) };
  const cancel = { label: 'Cancel build', icon: <IconX {...ICON} />, run: () => actions.cancel(slug, id) };
  const change = isEnded(state) ? retry : cancel;
  const items: readonly RowAction[] = [
    { label: 'Open log', icon: <IconTerminal2 {...ICON} />, run: () => navigate(buildPath(slug, id)) },
    ...(isRecord ? [] : [change]),
    copyAction('version', versionSlug),
    ...(commit ? [copyAction('commit', commit)] : []),
  ];
  return contextMenuOf({
    label: `Actions for build ${id}`,
    items: () => <ActionItems actions={items} />,
  });
}
