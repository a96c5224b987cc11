import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type DefaultFallback,
  defaultFallback,
} from '../../../src-server/model/projects/default-fallback.ts';
import { truncateSlug, type VersionListView } from './version-row.ts';
import classes from './versions.module.css';

type Props = {
  readonly versionList: VersionListView;
  /** The slugs of what is to be switched off. */
  readonly deactivated: readonly string[];
};

/** Says what readers who name no version meet once the default one is switched off; nothing when it is not among them. */
export function DefaultFallbackWarning({ versionList, deactivated }: Props) {
  const fallback = defaultFallback(versionList.rows, new Set(deactivated));
  if (!fallback) return null;
  return (
    <p className={classes.warning} role="note" aria-label="What readers will meet">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        <b className="mono" title={fallback.deactivated}>
          {truncateSlug(fallback.deactivated)}
        </b>{' '}
        is the default version. <span className="mono">{versionList.root}</span>{' '}
        {FALLBACK_MESSAGES[fallback.outcome](fallback.version)}
      </span>
    </p>
  );
}

const NO_PAGES_NOTE = 'Readers find nothing there, unless a redirect leads them on.';

const FALLBACK_MESSAGES: Readonly<Record<DefaultFallback['outcome'], (version: string) => string>> = {
  pages: (version) => `then leads readers to ${version} instead.`,
  'itself-off': (version) => `still leads to ${version}, whose pages are removed. ${NO_PAGES_NOTE}`,
  'off-too': (version) => `then leads to ${version}, which is switched off too. ${NO_PAGES_NOTE}`,
  'no-pages': (version) => `then leads to ${version}, which has no pages on this computer. ${NO_PAGES_NOTE}`,
  missing: (version) => `then leads to ${version}, which this project does not have. ${NO_PAGES_NOTE}`,
};
