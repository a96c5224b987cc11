import { Button, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import classes from './lessons.module.css';

type Props = { readonly lesson: string; readonly isHome: boolean; readonly icon: ReactNode };

/** Does the present step, after saying what that is and being told to. */
export function ShowMe({ lesson: id, isHome, icon }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  if (isHome) {
    return (
      <Tooltip label="This changes data, so it is off in your own data folder" multiline w={220}>
        <Button size="compact-sm" variant="default" leftSection={icon} data-disabled aria-disabled>
          Show me
        </Button>
      </Tooltip>
    );
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={icon}
        aria-expanded={isAsking}
        onClick={() => setIsAsking(!isAsking)}
      >
        Show me
      </Button>
      {isAsking && <Preview id={id} close={() => setIsAsking(false)} />}
    </>
  );
}

function Preview({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { data: preview, error } = useQuery({
    ...desk.lessons.previewShow.queryOptions({ id }),
    staleTime: 0,
  });
  const show = useMutation(desk.lessons.show.mutationOptions({ onError: notifyError, onSettled: close }));
  return (
    <section className={classes.preview} aria-label="What Show me does">
      {error && <p>{problemOf(error).message}</p>}
      {preview && (
        <>
          <p>{preview.answersQuestion ? 'This gives the answer.' : 'This does the step for you, as you:'}</p>
          <ul>
            {preview.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
              <li key={index} className="mono">
                {line}
              </li>
            ))}
          </ul>
          <div className={classes.actions}>
            <Button size="compact-sm" loading={show.isPending} onClick={() => show.mutate({ id })}>
              Yes, do it
            </Button>
            <Button size="compact-sm" variant="default" onClick={close}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
