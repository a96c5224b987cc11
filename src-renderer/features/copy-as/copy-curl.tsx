import { Menu } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { desk } from '../../api/desk.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { copyWithToken, TOKEN_MASK } from './copy-with-token.ts';
import { formatRequest } from './format-request.ts';

/** Describes a call of the public API that does what the screen does. */
export type ApiCall = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** From the root: `/api/v3/projects/`. */
  readonly path: string;
  readonly body?: object;
  /** Names the call where a screen has several. */
  readonly label?: string;
};

/** Copies the API calls of this screen as commands for a terminal. The token is masked unless requested. */
export function CopyCurl({ calls }: { readonly calls: readonly ApiCall[] }) {
  const { data: state } = useQuery(desk.system.state.queryOptions());
  const origin = state?.url ?? 'http://127.0.0.1:8642';
  return (
    <MenuButton label="Copy as curl" icon={<IconTerminal2 size={16} stroke={1.75} />}>
      {calls.map((call) => (
        <div key={`${call.method ?? 'GET'} ${call.path} ${call.label ?? ''}`}>
          <Menu.Label>{call.label ?? `${call.method ?? 'GET'} ${call.path}`}</Menu.Label>
          <Menu.Item
            onClick={() => copyText(curlCommand(origin, call, TOKEN_MASK), 'Copied with the token masked.')}
          >
            Copy, token masked
          </Menu.Item>
          <Menu.Item onClick={() => void copyWithToken((token) => curlCommand(origin, call, token))}>
            Copy with your token
          </Menu.Item>
        </div>
      ))}
    </MenuButton>
  );
}

/** Formats the command for a POSIX shell. */
export function curlCommand(origin: string, { method = 'GET', path, body }: ApiCall, token: string): string {
  const request = {
    ...{ method, url: `${origin}${path}`, hasToken: true },
    headers: body ? ([['Content-Type', 'application/json']] as const) : [],
    body: body ? JSON.stringify(body) : '',
  };
  return formatRequest('curl', request, token);
}
