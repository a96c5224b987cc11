import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { desk } from '../../../api/desk.ts';
import { useNow } from '../../../ui/window-clock.ts';
import { formatChangedBy, formatCurrentValue } from './format-conflict.ts';
import classes from './settings.module.css';
import type { SettingsField, SettingsValues } from './settings-values.ts';

/** Describes a field: its hint, and a conflicting change. `name` labels a choice. */
export type DescribeField = (
  field: SettingsField,
  hint?: string,
  name?: (value: string) => string,
) => ReactNode;

type Options = {
  readonly slug: string;
  /** Values that others saved in fields edited here. */
  readonly conflicts: Partial<SettingsValues>;
  readonly acceptTheirs: (field: SettingsField) => void;
};

/** Describes the fields of the settings; reads the timeline only when there is a conflict. */
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
              Use their value
            </button>
          </span>
        </span>
      </>
    );
  };
}

/** Focuses the field of a pressed button, which disappears. */
function focusField({ currentTarget }: MouseEvent): void {
  const description = currentTarget.closest('[id]');
  const field = description && document.querySelector(`[aria-describedby~="${CSS.escape(description.id)}"]`);
  if (field instanceof HTMLElement) field.focus();
}
