import { Button } from '@mantine/core';
import {
  IconCircleCheckFilled,
  IconExternalLink,
  IconRepeat,
  IconSquareXFilled,
  IconTerminal2,
  IconWorld,
} from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { quoted } from '../../../features/copy-as/copy-curl.tsx';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { tell } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';
import classes from './tester.module.css';
import { Address } from './tester-address.tsx';
import type { Trace } from './use-redirect-test.ts';

type End = Trace['end'];
type Props = {
  readonly end: End;
  /** How often the reader is sent on. */
  readonly hops: number;
  /** What was asked for. */
  readonly url: string;
};

const GLYPH = { size: 14, 'aria-hidden': true } as const;
const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;
/** More places of a way without end nobody reads. */
const SHOWN = 4;

const WORDS: Readonly<Record<End['kind'], string>> = {
  page: 'Page exists',
  download: 'A download',
  missing: 'No page: readers see a 404',
  'no-project': 'No project answers there',
  elsewhere: 'Another site, which is not asked',
  loop: 'A loop: nobody is sent round, readers see a 404',
  endless: 'Never ends: nobody is sent, readers see a 404',
  'too-many': 'Too many hops: a browser gives up',
};
const STATUS: Partial<Record<End['kind'], string>> = {
  page: '200',
  download: '200',
  elsewhere: '302',
  'too-many': '302',
};

/** Where the reader ends, with the ways to try it for real. */
export function TesterEnd({ end, hops, url }: Props) {
  const { kind } = end;
  const isFound = kind === 'page' || kind === 'download';
  const tone = isFound ? classes.good : kind === 'elsewhere' ? classes.plain : classes.bad;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(`curl -sSIL --max-redirs 20 ${quoted(url)}`);
      tell('Copied. It shows the headers of every hop.');
    } catch {
      tell('The clipboard cannot be written.');
    }
  }

  return (
    <dl className={classes.end}>
      <dt>Ends at</dt>
      <dd className={classes.line}>
        <Chip>{STATUS[kind] ?? '404'}</Chip>
        {'url' in end && <Address url={end.url} strong />}
        {'urls' in end && <Way urls={end.urls} isOpen={kind === 'endless'} />}
        <span role="status" className={`${classes.verdict} ${tone}`}>
          {glyphOf(kind)}
          {WORDS[kind]}
          {hops > 0 && `, ${countOf(hops, 'hop')}`}
        </span>
        <span className={classes.acts}>
          {isFound && 'url' in end && (
            <Button
              component="a"
              href={end.url}
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
        </span>
      </dd>
    </dl>
  );
}

function glyphOf(kind: End['kind']): ReactNode {
  if (kind === 'page' || kind === 'download') return <IconCircleCheckFilled {...GLYPH} />;
  if (kind === 'elsewhere') return <IconWorld {...ICON} />;
  return kind === 'loop' ? <IconRepeat {...ICON} /> : <IconSquareXFilled {...GLYPH} />;
}

/** `/a → /b → /a`, on one host as a rule. */
function Way({ urls, isOpen }: { readonly urls: readonly string[]; readonly isOpen: boolean }) {
  const shown = isOpen ? urls.slice(0, SHOWN) : urls;
  const isOneHost = new Set(urls.map((url) => new URL(url).host)).size === 1;
  return (
    <span className={`mono ${classes.url} ${classes.strong}`}>
      {shown.map((url, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first one comes again
        <Fragment key={at}>
          {at > 0 && <span className="dimmer"> → </span>}
          {isOneHost ? new URL(url).pathname : url}
        </Fragment>
      ))}
      {isOpen && <span className="dimmer"> → …</span>}
    </span>
  );
}
