import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { desk, deskClient, problemOf } from '../../api/desk.ts';
import { notify } from '../../ui/feedback/notify.tsx';
import { usePresentReading } from '../presenter/presented-calls.ts';
import { shellQuote } from './shell-quote.ts';

/** Describes a call of the public API that does what the screen does. */
export type ApiCall = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** From the root: `/api/v3/projects/`. */
  readonly path: string;
  readonly body?: object;
  /** Names the call where a screen has several. */
  readonly label?: string;
};

/** Replaces the token in a command. */
export const TOKEN_MASK = '••••••••';

/** Copies the API calls of this screen as commands for a terminal. The token is masked unless requested. */
export function CopyCurl({ calls }: { readonly calls: readonly ApiCall[] }) {
  usePresentReading(calls);
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const origin = state?.url ?? 'http://127.0.0.1:8642';

  async function copy(call: ApiCall, withToken: boolean): Promise<void> {
    try {
      const token = withToken ? (await deskClient.people.tokenForCurl.mutate()).token : TOKEN_MASK;
      await navigator.clipboard.writeText(curlCommand(origin, call, token));
      notify(withToken ? 'Copied with your token. Treat it as a secret.' : 'Copied with the token masked.');
    } catch (error) {
      notify(problemOf(error).message);
    }
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Tooltip label="Copy as curl">
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label="Copy as curl">
            <IconTerminal2 size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {calls.map((call) => (
          <div key={`${call.method ?? 'GET'} ${call.path} ${call.label ?? ''}`}>
            <Menu.Label>{call.label ?? `${call.method ?? 'GET'} ${call.path}`}</Menu.Label>
            <Menu.Item onClick={() => void copy(call, false)}>Copy, token masked</Menu.Item>
            <Menu.Item onClick={() => void copy(call, true)}>Copy with your token</Menu.Item>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Formats the command for a POSIX shell. */
export function curlCommand(origin: string, { method = 'GET', path, body }: ApiCall, token: string): string {
  const parts = ['curl'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  parts.push(`-H ${shellQuote(`Authorization: Token ${token}`)}`);
  if (body) parts.push("-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body))}`);
  return [...parts, shellQuote(`${origin}${path}`)].join(' ');
}
