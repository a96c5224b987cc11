import {
  IconArrowBackUp,
  IconCheck,
  IconMinus,
  IconPlayerSkipForward,
  IconRepeat,
  IconStack2,
} from '@tabler/icons-react';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import classes from './tester.module.css';

const OUTCOMES = {
  matched: { icon: IconCheck, tone: 'passed', label: 'Matched' },
  round: { icon: IconRepeat, tone: 'failed', label: 'Loop' },
  self: { icon: IconArrowBackUp, tone: 'warn', label: 'Skipped' },
  shadowed: { icon: IconStack2, tone: 'warn', label: 'Shadowed' },
  idle: { icon: IconPlayerSkipForward, tone: 'kind', label: 'Not tried' },
} as const;

/** Shows a redirect's test outcome as icon and label; only the icon in a narrow window. */
export function OutcomeChip({ outcome }: { readonly outcome: RedirectMatchOutcome }) {
  if (outcome === 'none') {
    return (
      <span className={classes.noMatch}>
        <IconMinus size={12} stroke={1.75} aria-hidden />
        <span className={classes.noMatchLabel}>No match</span>
      </span>
    );
  }
  const { icon: Icon, tone, label } = OUTCOMES[outcome];
  return (
    <Chip tone={tone} iconOnlyWhenNarrow icon={<Icon size={12} stroke={2} aria-hidden />}>
      {label}
    </Chip>
  );
}
