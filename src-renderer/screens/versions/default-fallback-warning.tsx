import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type DefaultFallback,
  defaultFallback,
} from '../../../src-server/model/projects/default-fallback.ts';
import { truncate } from '../../ui/format.ts';
import type { VersionListView } from './version-row.ts';
import classes from './versions.module.css';

type Props = {
  readonly versionList: VersionListView;
  /** Slugs of the versions that are to be deactivated. */
  readonly deactivated: readonly string[];
};

/** Says what `/` will show when the default version is deactivated; nothing when it is not among them. */
export function DefaultFallbackWarning({ versionList, deactivated }: Props) {
  const fallback = defaultFallback(versionList.rows, new Set(deactivated));
  if (!fallback) return null;
  return (
    <p className={classes.warning} role="note" aria-label="What readers will see">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        <b className="mono" title={fallback.deactivated}>
          {truncate(fallback.deactivated)}
        </b>{' '}
        is the default version. <span className="mono">{versionList.root}</span>{' '}
        {FALLBACK_MESSAGES[fallback.outcome](fallback.version)}
      </span>
    </p>
  );
}

const NO_PAGES_NOTE = 'Readers find no pages there, unless a redirect applies.';

const FALLBACK_MESSAGES: Readonly<Record<DefaultFallback['outcome'], (version: string) => string>> = {
  pages: (version) => `will lead readers to ${version} instead.`,
  'itself-off': (version) => `will still lead to ${version}, whose pages are removed. ${NO_PAGES_NOTE}`,
  'off-too': (version) => `will lead to ${version}, which is inactive too. ${NO_PAGES_NOTE}`,
  'no-pages': (version) => `will lead to ${version}, which has no pages on this computer. ${NO_PAGES_NOTE}`,
  missing: (version) => `will lead to ${version}, which this project does not have. ${NO_PAGES_NOTE}`,
};
