import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { desk } from '../../../api/desk.ts';
import { useNow } from '../../../ui/time-words.ts';
import { changedByWords, nowWords } from './elsewhere-words.ts';
import classes from './settings.module.css';
import type { SettingsField, SettingsValues } from './settings-values.ts';

/** Gives what stands below a field: its hint, and whether somebody else has changed it. `name` names a choice. */
export type BelowField = (field: SettingsField, hint?: string, name?: (value: string) => string) => ReactNode;

type Options = {
  readonly slug: string;
  /** Values that others have saved in fields that were touched here. */
  readonly elsewhere: Partial<SettingsValues>;
  readonly take: (field: SettingsField) => void;
};

/** What stands below the fields of the settings. Who changed what is read only once something was. */
export function useBelowField({ slug, elsewhere, take }: Options): BelowField {
  const isAny = Object.keys(elsewhere).length > 0;
  const { data: entries } = useQuery(
    desk.project.timeline.queryOptions({ slug, limit: 200 }, { enabled: isAny }),
  );
  const now = useNow();
  return (field, hint, name) => {
    if (!(field in elsewhere)) return hint;
    const value = elsewhere[field];
    return (
      <>
        {hint !== undefined && <>{hint} </>}
        <span className={classes.elsewhere}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          <span>
            {changedByWords(entries ?? [], field, now)}{' '}
            {nowWords(value, typeof value === 'string' ? name?.(value) : undefined)}{' '}
            <button
              type="button"
              className={classes.wayOut}
              onClick={(event) => {
                take(field);
                giveToField(event);
              }}
            >
              Take theirs
            </button>
          </span>
        </span>
      </>
    );
  };
}

/** The button goes once it is pressed; the field that it stands below gets the keyboard. */
function giveToField({ currentTarget }: MouseEvent): void {
  const below = currentTarget.closest('[id]');
  const field = below && document.querySelector(`[aria-describedby~="${CSS.escape(below.id)}"]`);
  if (field instanceof HTMLElement) field.focus();
}
