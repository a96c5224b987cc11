import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { HistoryEntry } from '../../../src-server/model/journal/history.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { undoOrAsk } from '../../ui/feedback/notify.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { formatEntryPoint } from '../entry-points.ts';
import { FieldChanges } from './field-changes.tsx';
import classes from './history.module.css';
import { pathOfTarget } from './history-target.ts';

type Props = { readonly entry: HistoryEntry; readonly namesProject: boolean };

/** Tells of one change in a sentence, with what it changed folded below, and offers its undo. */
export function HistoryRow({ entry, namesProject }: Props) {
  const { at, door, projectSlug, sentence, target, fields, isUndone, reason } = entry;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const how = formatEntryPoint(door);
  return (
    <li className={classes.event}>
      <span className={classes.eventTime}>
        <TimeAgo at={at} />
      </span>
      <span className={classes.dot} aria-hidden />
      <div className={classes.eventText}>
        {sentence.lead}
        {target === null ? sentence.subject : <Link href={pathOfTarget(target)}>{sentence.subject}</Link>}
        {sentence.tail} {isUndone && <Chip>Undone</Chip>}
        <div className={classes.meta}>
          {how !== '' && <span>{how}</span>}
          {namesProject && projectSlug !== null && (
            <Link className="mono" href={`/projects/${projectSlug}`}>
              {projectSlug}
            </Link>
          )}
          {fields.length > 0 && (
            <button
              type="button"
              className={classes.detailsButton}
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide details' : 'Show details'}
            </button>
          )}
          {reason === null && !isUndone && <UndoButton entry={entry} />}
        </div>
        {isOpen && <FieldChanges id={detailsId} fields={fields} />}
      </div>
    </li>
  );
}

function UndoButton({ entry }: { readonly entry: HistoryEntry }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
      aria-label={`Undo: ${entry.name}`}
      onClick={() => void undoOrAsk(entry)}
    >
      Undo
    </Button>
  );
}
