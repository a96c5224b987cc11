import { IconAlertTriangle } from '@tabler/icons-react';
import type { Fields, StepKind } from '../../../src-server/model/sync/sync-fields.ts';
import { fieldLabel, formatValue } from './format-sync.ts';
import classes from './sync.module.css';

type Props = { readonly kind: StepKind; readonly from: Fields | null; readonly to: Fields | null };

/** Shows the fields that a step changes: what they are there, and what they become. */
export function FieldDiffs({ kind, from, to }: Props) {
  const names = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])];
  return (
    <dl className={classes.fields}>
      {names.map((name) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{fieldLabel(kind, name)}</dt>
          <dd>
            {from !== null && name in from && (
              <span className={classes.from}>{formatValue(name, from[name])}</span>
            )}
            {to !== null && name in to && <span className={classes.to}>{formatValue(name, to[name])}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists what a step does beyond its fields. */
export function Effects({ effects }: { readonly effects: readonly string[] }) {
  if (effects.length === 0) return null;
  return (
    <ul className={classes.effects}>
      {effects.map((effect) => (
        <li key={effect}>
          <IconAlertTriangle className={classes.effectIcon} size={12} stroke={1.75} aria-hidden />
          {effect}
        </li>
      ))}
    </ul>
  );
}
