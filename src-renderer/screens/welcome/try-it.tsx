import { Button } from '@mantine/core';
import { IconCopy, IconTerminal } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { curlLine, MASK } from '../../features/copy-as/copy-curl.tsx';
import { tell, tellProblem } from '../../ui/feedback/tell.tsx';
import { JsonText } from './json-text.tsx';
import classes from './try-it.module.css';

const CALL = { path: '/api/v3/projects/' };
const LINES = 12;

/** A line for a terminal that works as it is, and its answer without one. */
export function TryIt() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const token = useMutation(desk.people.tokenForCurl.mutationOptions());
  const trial = useMutation(desk.people.tryLine.mutationOptions());
  const origin = state?.url ?? 'http://127.0.0.1:8642';

  async function copy(): Promise<void> {
    try {
      const made = await token.mutateAsync();
      await navigator.clipboard.writeText(curlLine(origin, CALL, made.token));
      tell('Copied with your token. Treat it as a secret.');
    } catch (error) {
      tellProblem(error);
    }
  }

  return (
    <section className={classes.box} aria-label="Try it now">
      <header className={classes.head}>
        <h3 className={classes.title}>Try it now</h3>
        <span className={`cut ${classes.hint}`}>Copy line carries the whole token</span>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
          loading={token.isPending}
          onClick={() => void copy()}
        >
          Copy line
        </Button>
        <Button
          variant="default"
          leftSection={<IconTerminal size={14} stroke={1.75} aria-hidden />}
          loading={trial.isPending}
          onClick={() => trial.mutate(undefined, { onError: tellProblem })}
        >
          Run here
        </Button>
      </header>
      <div className={`mono ${classes.body}`}>
        <p className={classes.line}>
          <span className={classes.prompt} aria-hidden>
            ${' '}
          </span>
          curl -H <span className={classes.text}>'Authorization: Token {MASK}'</span>{' '}
          <span className={classes.address}>'{`${origin}${CALL.path}`}'</span>
        </p>
        <div aria-live="polite">
          {trial.data && (
            <>
              <JsonText text={trial.data.text} cut={trial.data.cut} lines={LINES} />
              <p className={classes.status}>
                {trial.data.status} in {trial.data.tookMs} ms
              </p>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
