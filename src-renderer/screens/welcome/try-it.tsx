import { Box, Button, Group } from '@mantine/core';
import { IconCopy, IconTerminal } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { curlCommand } from '../../features/copy-as/copy-curl.tsx';
import { copyWithToken, TOKEN_MASK } from '../../features/copy-as/copy-with-token.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { JsonText } from './json-text.tsx';
import classes from './try-it.module.css';

const CALL = { path: '/api/v3/projects/' };
const MAX_LINES = 12;

/** Shows a command that calls the API, and runs it here on request. */
export function TryIt() {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const trialRun = useMutation(desk.people.tryExample.mutationOptions());
  const origin = state?.url ?? 'http://127.0.0.1:8642';

  return (
    <section className={classes.box} aria-label="Try it now">
      <Group component="header" className={classes.header} gap={8} h={40} pl={16} pr={8} wrap="nowrap">
        <h3 className={classes.title}>Try it now</h3>
        <span className="meta truncate grow">The copied command contains your token</span>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
          onClick={() => void copyWithToken((token) => curlCommand(origin, CALL, token))}
        >
          Copy command
        </Button>
        <Button
          variant="default"
          leftSection={<IconTerminal size={14} stroke={1.75} aria-hidden />}
          loading={trialRun.isPending}
          onClick={() => trialRun.mutate(undefined, { onError: notifyError })}
        >
          Run here
        </Button>
      </Group>
      <Box className="mono" px={16} py={10} lh="20px">
        <p className={classes.line}>
          <span className="dimmer" aria-hidden>
            ${' '}
          </span>
          curl -H <span className={classes.text}>'Authorization: Token {TOKEN_MASK}'</span>{' '}
          <span className={classes.address}>'{`${origin}${CALL.path}`}'</span>
        </p>
        <div aria-live="polite">
          {trialRun.data && (
            <>
              <JsonText text={trialRun.data.text} truncated={trialRun.data.truncated} maxLines={MAX_LINES} />
              <p className="dim">
                {trialRun.data.status} in {trialRun.data.tookMs} ms
              </p>
            </>
          )}
        </div>
      </Box>
    </section>
  );
}
