import { Button, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './settings.module.css';

/** Where the build puts the notices (src-main/launch/third-party-notices.ts). */
const NOTICES = '/third-party-notices.txt';

async function fetchNotices(): Promise<string> {
  const answer = await fetch(NOTICES);
  if (!answer.ok) throw new Error(`The licences answered ${answer.status}.`);
  return answer.text();
}

/** Shows the licences of all packages and fonts that Lectern contains, in a dialog. */
export function Licences() {
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery({ queryKey: ['licences'], queryFn: fetchNotices, enabled: isOpen });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Show licences
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Licences of all parts"
        size={760}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isError ? (
          <Text role="alert">The licences could not be loaded. Build the window again.</Text>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          <pre className={`mono ${classes.licences}`} tabIndex={0}>
            {data ?? 'Loading…'}
          </pre>
        )}
      </Modal>
    </>
  );
}
