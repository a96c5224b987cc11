import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { BodyState, HeaderPairs, KeptBody } from '../../../src-server/model/requests/request-record.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { formatBody } from './format-request.ts';
import classes from './requests.module.css';

const STATE_NOTES: Readonly<Record<BodyState, string>> = {
  none: 'No body.',
  kept: '',
  cut: 'Only the first 64 kB are kept.',
  unreadable: 'Not kept: it is neither JSON nor a form, so its secrets cannot be found.',
  'left-out': 'Not kept.',
};

type Props = {
  /** `Request` or `Response`. */
  readonly title: string;
  readonly headers: HeaderPairs;
  readonly body: KeptBody;
};

/** Shows headers and body of one side of a request. */
export function RequestContents({ title, headers, body }: Props) {
  const note = STATE_NOTES[body.state];
  const text = body.text === null ? undefined : formatBody(body.text);
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.sectionTitle}>
        {title}
        {text !== undefined && (
          <Tooltip label={`Copy ${title.toLowerCase()} body`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={22}
              aria-label={`Copy ${title.toLowerCase()} body`}
              onClick={() => copyText(text, `Copied the ${title.toLowerCase()} body`)}
            >
              <IconCopy size={14} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </h3>
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre className={classes.body} tabIndex={0}>
          {text}
        </pre>
      )}
      {note !== '' && <p className={classes.note}>{note}</p>}
      <details className={classes.headers}>
        <summary>Headers ({headers.length})</summary>
        <dl>
          {headers.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and the list never changes
            <div key={`${name} ${index}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
