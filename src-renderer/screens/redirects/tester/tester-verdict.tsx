import {
  IconArrowBackUp,
  IconCheck,
  IconMinus,
  IconPlayerSkipForward,
  IconRepeat,
  IconStack2,
} from '@tabler/icons-react';
import type { TrialOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import classes from './tester.module.css';

const LOOKS = {
  matched: { icon: IconCheck, tone: 'passed', words: 'Matched' },
  round: { icon: IconRepeat, tone: 'failed', words: 'Loop' },
  self: { icon: IconArrowBackUp, tone: 'warn', words: 'Passed over' },
  shadowed: { icon: IconStack2, tone: 'warn', words: 'Shadowed' },
  idle: { icon: IconPlayerSkipForward, tone: 'kind', words: 'Not tried' },
} as const;

/** What became of a redirect in the test, as a glyph and a word; in a narrow window the glyph alone. */
export function Verdict({ outcome }: { readonly outcome: TrialOutcome }) {
  if (outcome === 'none') {
    return (
      <span className={classes.noMatch}>
        <IconMinus size={12} stroke={1.75} aria-hidden />
        <span className={classes.noMatchWords}>No match</span>
      </span>
    );
  }
  const { icon: Icon, tone, words } = LOOKS[outcome];
  return (
    <Chip tone={tone} shrinks icon={<Icon size={12} stroke={2} aria-hidden />}>
      {words}
    </Chip>
  );
}
