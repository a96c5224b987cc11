import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useState } from 'react';
import { FILTER_WORDS } from '../../../src-server/model/requests/request-filter.ts';
import classes from './requests.module.css';

/** Lists the words of the filter; a click adds one. */
export function FilterHelp({ add }: { readonly add: (word: string) => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal>
      <Tooltip label="What a filter understands" disabled={opened}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label="What a filter understands"
            onClick={() => setOpened(!opened)}
          >
            <IconHelp size={16} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={classes.help}>
        <p className="dim">Any other word is searched for in method, path, client, user and reason.</p>
        <ul>
          {FILTER_WORDS.map(([sample, meaning]) => (
            <li key={sample}>
              <button
                type="button"
                className={classes.word}
                onClick={() => {
                  add(sample);
                  setOpened(false);
                }}
              >
                <span className="mono">{sample}</span>
                <span className="dim">{meaning}</span>
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
