import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight, IconListDetails } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { HistoryEntry } from '../../../src-server/model/journal/history.ts';
import { ActionItems, copyAction, type RowAction } from '../../ui/context-menu/action-items.tsx';
import { contextMenuOf } from '../../ui/context-menu/context-menu-state.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { undoOrAsk } from '../../ui/feedback/notify.tsx';
import { truncate } from '../../ui/format.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { formatEntryPoint } from '../entry-points.ts';
import { FieldChanges } from './field-changes.tsx';
import classes from './history.module.css';
import { pathOfTarget } from './history-target.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

type Props = { readonly entry: HistoryEntry; readonly namesProject: boolean };

/** Tells of one change in a sentence, with what it changed folded below, and offers its undo. */
export function HistoryRow({ entry, namesProject }: Props) {
  const { at, door, projectSlug, sentence, target, fields, isUndone, reason } = entry;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const how = formatEntryPoint(door);
  const canUndo = reason === null && !isUndone;
  const toggleDetails = () => setOpen(!isOpen);
  const actions: readonly RowAction[] = [
    ...(target === null
      ? []
      : [
          {
            label: `Open ${truncate(sentence.subject)}`,
            icon: <IconArrowRight {...ICON} />,
            run: () => navigate(pathOfTarget(target)),
          },
        ]),
    ...(fields.length === 0
      ? []
      : [
          {
            label: isOpen ? 'Hide details' : 'Show details',
            icon: <IconListDetails {...ICON} />,
            run: toggleDetails,
          },
        ]),
    ...(canUndo
      ? [{ label: 'Undo', icon: <IconArrowBackUp {...ICON} />, run: () => void undoOrAsk(entry) }]
      : []),
    copyAction('text', `${sentence.lead}${sentence.subject}${sentence.tail}`),
  ];
  const menu = contextMenuOf({
    label: `Actions for: ${entry.name}`,
    items: () => <ActionItems actions={actions} />,
  });
  return (
    <li className={classes.event} {...menu}>
      <span className={classes.eventTime}>
        <TimeAgo at={at} />
      </span>
      <span className={classes.dot} aria-hidden />
      <div className={classes.eventText}>
        <div>
          {sentence.lead}
          {target === null ? sentence.subject : <Link href={pathOfTarget(target)}>{sentence.subject}</Link>}
          {sentence.tail} {isUndone && <Chip>Undone</Chip>}
        </div>
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
              onClick={toggleDetails}
            >
              {isOpen ? 'Hide details' : 'Show details'}
            </button>
          )}
          {canUndo && <UndoButton entry={entry} />}
        </div>
        {isOpen && (
          <div className={classes.details}>
            <FieldChanges id={detailsId} fields={fields} />
          </div>
        )}
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
