import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { copyWithToken, TOKEN_MASK } from './copy-with-token.ts';
import { COPY_LANGUAGES, type CopiedRequest, type CopyLanguage, formatRequest } from './format-request.ts';

const LANGUAGES = Object.entries(COPY_LANGUAGES) as [CopyLanguage, string][];

/** Shows menu items that copy a request as a command or as code; the token is masked unless it is asked for. */
export function CopyRequestItems({ request }: { readonly request: CopiedRequest }) {
  return (
    <>
      {LANGUAGES.map(([language, label]) => (
        <Menu.Item
          key={language}
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() =>
            copyText(
              formatRequest(language, request, TOKEN_MASK),
              request.hasToken ? `Copied as ${label} with the token masked.` : `Copied as ${label}`,
            )
          }
        >
          Copy as {label}
        </Menu.Item>
      ))}
      {request.hasToken && (
        <Menu.Item
          leftSection={<IconCopy size={16} stroke={1.75} />}
          onClick={() => void copyWithToken((token) => formatRequest('curl', request, token))}
        >
          Copy as curl with your token
        </Menu.Item>
      )}
    </>
  );
}
