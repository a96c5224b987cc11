import { Chip } from './chip.tsx';

/** Title of a build that a seed file or kit brought. */
export const RECORDED_BUILD = 'A record from a seed file or kit: this build did not run on this computer';

/** Marks what only records something that happened elsewhere; `reason` says what that means here. */
export function RecordChip({ reason }: { readonly reason: string }) {
  return (
    <span title={reason} style={{ flex: 'none', lineHeight: 0 }}>
      <Chip>Record</Chip>
    </span>
  );
}
