import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyWithToken, TOKEN_MASK } from '../../features/copy-as/copy-with-token.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import classes from './lessons.module.css';

const TOKEN = '{{token}}';

/** Shows code with the token masked; copies it whole. */
export function CodeBlock({ text }: { readonly text: string }) {
  const code = text.replace(/\n$/, '');
  const hasToken = code.includes(TOKEN);

  function copy(): void {
    if (hasToken) void copyWithToken((token) => code.replaceAll(TOKEN, token));
    else copyText(code, 'Copied.');
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
          onClick={copy}
        >
          <IconCopy size={14} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
