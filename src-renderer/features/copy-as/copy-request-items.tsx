import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { deskClient } from '../../api/desk.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { TOKEN_MASK } from './copy-curl.tsx';
import { COPY_LANGUAGES, type CopiedRequest, type CopyLanguage, formatRequest } from './format-request.ts';

const LANGUAGES = Object.entries(COPY_LANGUAGES) as [CopyLanguage, string][];

/** Menu items that copy one request as a command or as code; the token is masked unless it is asked for. */
export function CopyRequestItems({ request }: { readonly request: CopiedRequest }) {
  async function copyWithToken(): Promise<void> {
    try {
      const { token } = await deskClient.people.tokenForCurl.mutate();
      copyText(formatRequest('curl', request, token), 'Copied with your token. Treat it as a secret.');
    } catch (error) {
      notifyError(error);
    }
  }
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
        <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void copyWithToken()}>
          Copy as curl with your token
        </Menu.Item>
      )}
    </>
  );
}
