import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { desk } from '../../api/desk.ts';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { formatCount } from '../../ui/format.ts';
import classes from './banners.module.css';

/** Says above every screen which faults are on, so that nobody wonders why clients fail. */
export function FaultBanner() {
  const { data: names = [] } = useQuery(desk.faults.namesOn.queryOptions());
  const turnOff = useMutation(desk.faults.turnOff.mutationOptions());
  const text = names.length === 0 ? '' : bannerText(names);
  return (
    <section
      className={names.length === 0 ? undefined : classes.line}
      aria-label="Faults that are on"
      data-banner="faults"
    >
      {/* Stays in the document: what comes into it is announced. */}
      <span className="truncate grow" aria-live="polite" title={text}>
        {text}
      </span>
      {names.length > 0 && (
        <>
          <Button component={Link} href="/requests/faults" size="compact-xs" variant="white">
            Show
          </Button>
          <Button
            size="compact-xs"
            variant="white"
            loading={turnOff.isPending}
            onClick={() => turnOff.mutate(undefined, { onError: notifyError })}
          >
            Turn off
          </Button>
        </>
      )}
    </section>
  );
}

function bannerText(names: readonly string[]): string {
  const count = names.length === 1 ? '1 fault is on' : `${formatCount(names.length)} faults are on`;
  return `${count}: ${names.join(', ')}`;
}
