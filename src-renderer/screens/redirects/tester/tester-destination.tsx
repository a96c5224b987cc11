import { Button, Group } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconExternalLink,
  IconRepeat,
  IconSquareXFilled,
  IconTerminal2,
  IconWorld,
} from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { shellQuote } from '../../../features/copy-as/shell-quote.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { notify } from '../../../ui/feedback/notify.tsx';
import { pluralize } from '../../../ui/format.ts';
import classes from './tester.module.css';
import type { Trace } from './use-redirect-test.ts';

type Destination = Trace['end'];
type Props = {
  readonly destination: Destination;
  /** Status of the last redirect. */
  readonly lastStatus: number | undefined;
  /** Number of redirects that the reader follows. */
  readonly hops: number;
  /** The tested URL. */
  readonly url: string;
};

const FILLED_ICON = { size: 14, 'aria-hidden': true } as const;
const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;
/** URLs shown of an endless chain. */
const MAX_URLS = 4;

const LABELS: Readonly<Record<Destination['kind'], string>> = {
  page: 'Page exists',
  download: 'Download',
  missing: 'Page not found: readers see a 404',
  'no-project': 'No project at this URL',
  elsewhere: 'Another site, not checked',
  loop: 'Redirect loop: readers see a 404',
  endless: 'Endless redirects: readers see a 404',
  'too-many': 'Too many hops: browsers give up',
};
const STATUS_CODES: Partial<Record<Destination['kind'], string>> = {
  page: '200',
  download: '200',
};

/** Shows where the reader ends up, with actions to try it. */
export function TesterDestination({ destination, lastStatus, hops, url }: Props) {
  const { kind } = destination;
  const isOnTheWay = kind === 'elsewhere' || kind === 'too-many';
  const isFound = kind === 'page' || kind === 'download';
  const tone = isFound ? classes.success : kind === 'elsewhere' ? classes.neutral : classes.failure;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(`curl -sSIL --max-redirs 20 ${shellQuote(url)}`);
      notify('Copied. The command shows the headers of every hop.');
    } catch {
      notify('Could not write to the clipboard.');
    }
  }

  return (
    <dl className={classes.end}>
      <dt>Ends at</dt>
      <dd className={classes.line}>
        <Chip>{STATUS_CODES[kind] ?? (isOnTheWay ? (lastStatus ?? 302) : '404')}</Chip>
        {'url' in destination && <TesterUrl url={destination.url} strong />}
        {'urls' in destination && <RedirectChain urls={destination.urls} isEndless={kind === 'endless'} />}
        <span role="status" className={`${classes.outcome} ${tone}`}>
          {iconOf(kind)}
          {LABELS[kind]}
          {hops > 0 && `, ${pluralize(hops, 'hop')}`}
        </span>
        <Group gap="sm" ml="auto">
          {isFound && 'url' in destination && (
            <Button
              component="a"
              href={destination.url}
              target="_blank"
              rel="noreferrer"
              variant="default"
              size="compact-xs"
              leftSection={<IconExternalLink {...ICON} />}
            >
              {kind === 'page' ? 'Open page' : 'Download'}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<IconTerminal2 {...ICON} />}
            onClick={() => void copy()}
          >
            Copy test as curl
          </Button>
        </Group>
      </dd>
    </dl>
  );
}

function iconOf(kind: Destination['kind']): ReactNode {
  if (kind === 'page' || kind === 'download') return <IconCircleCheckFilled {...FILLED_ICON} />;
  if (kind === 'elsewhere') return <IconWorld {...ICON} />;
  return kind === 'loop' ? <IconRepeat {...ICON} /> : <IconSquareXFilled {...FILLED_ICON} />;
}

/** Formats a chain of URLs: `/a → /b → /a`, paths only on a single host. */
function RedirectChain({
  urls,
  isEndless,
}: {
  readonly urls: readonly string[];
  readonly isEndless: boolean;
}) {
  const shown = isEndless ? urls.slice(0, MAX_URLS) : urls;
  const isOneHost = new Set(urls.map((url) => new URL(url).host)).size === 1;
  return (
    <span className={`mono ${classes.url} ${classes.strong}`}>
      {shown.map((url, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a loop repeats its first URL
        <Fragment key={at}>
          {at > 0 && <span className="dimmer"> → </span>}
          {isOneHost ? new URL(url).pathname : url}
        </Fragment>
      ))}
      {isEndless && <span className="dimmer"> → …</span>}
    </span>
  );
}

const ORIGIN = /^https?:\/\/([^/?#]*)/;

/** Shows a URL with its host dimmed, since the paths differ. */
export function TesterUrl({ url, strong = false }: { readonly url: string; readonly strong?: boolean }) {
  const [origin = '', host = ''] = ORIGIN.exec(url) ?? [];
  return (
    <span className={`mono ${classes.url} ${strong ? classes.strong : ''}`}>
      <span className="dimmer">{host}</span>
      {url.slice(origin.length)}
    </span>
  );
}
