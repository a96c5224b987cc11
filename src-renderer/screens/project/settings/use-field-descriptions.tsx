import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { desk } from '../../../api/desk.ts';
import { useNow } from '../../../ui/format.ts';
import { formatChangedBy, formatCurrentValue } from './format-conflict.ts';
import classes from './settings.module.css';
import type { SettingsField, SettingsValues } from './settings-values.ts';

/** Gives what stands below a field: its hint, and whether somebody else has changed it. `name` names a choice. */
export type DescribeField = (
  field: SettingsField,
  hint?: string,
  name?: (value: string) => string,
) => ReactNode;

type Options = {
  readonly slug: string;
  /** Values that others have saved in fields that were touched here. */
  readonly conflicts: Partial<SettingsValues>;
  readonly acceptTheirs: (field: SettingsField) => void;
};

/** What stands below the fields of the settings. Who changed what is read only once something was. */
export function useFieldDescriptions({ slug, conflicts, acceptTheirs }: Options): DescribeField {
  const hasConflicts = Object.keys(conflicts).length > 0;
  const { data: entries } = useQuery(
    desk.project.timeline.queryOptions({ slug, limit: 200 }, { enabled: hasConflicts }),
  );
  const now = useNow();
  return (field, hint, labelOf) => {
    if (!(field in conflicts)) return hint;
    const value = conflicts[field];
    return (
      <>
        {hint !== undefined && <>{hint} </>}
        <span className={classes.conflict}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
          <span>
            {formatChangedBy(entries ?? [], field, now)}{' '}
            {formatCurrentValue(value, typeof value === 'string' ? labelOf?.(value) : undefined)}{' '}
            <button
              type="button"
              className={classes.linkButton}
              onClick={(event) => {
                acceptTheirs(field);
                focusField(event);
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
function focusField({ currentTarget }: MouseEvent): void {
  const description = currentTarget.closest('[id]');
  const field = description && document.querySelector(`[aria-describedby~="${CSS.escape(description.id)}"]`);
  if (field instanceof HTMLElement) field.focus();
}
