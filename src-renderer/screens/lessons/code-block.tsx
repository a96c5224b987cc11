import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { deskClient } from '../../api/desk.ts';
import { TOKEN_MASK } from '../../features/copy-as/copy-curl.tsx';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';
import classes from './lessons.module.css';

const TOKEN = '{{token}}';

/** Shows code with the token masked; copies it whole. */
export function CodeBlock({ text }: { readonly text: string }) {
  const code = text.replace(/\n$/, '');
  const hasToken = code.includes(TOKEN);

  async function copy(): Promise<void> {
    try {
      const token = hasToken ? (await deskClient.people.tokenForCurl.mutate()).token : '';
      await navigator.clipboard.writeText(code.replaceAll(TOKEN, token));
      notify(hasToken ? 'Copied with your token. Treat it as a secret.' : 'Copied.');
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <div className={classes.codeBlock}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className="mono" tabIndex={0}>
        {code.replaceAll(TOKEN, TOKEN_MASK)}
      </pre>
      <Tooltip label="Copy">
        <ActionIcon
          variant="default"
          size={24}
          className={classes.copy}
          aria-label="Copy code"
          onClick={() => void copy()}
        >
          <IconCopy size={14} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
