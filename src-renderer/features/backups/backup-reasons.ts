const REASON_LABELS: Readonly<Record<string, string>> = {
  daily: 'Daily',
  manual: 'Manual',
  'before-migration': 'Before an upgrade',
  'before-restore': 'Before a restore',
  'before-reset': 'Before a reset',
  'before-bulk-delete': 'Before a bulk removal',
};

/** Names the reason of a backup: `Before an upgrade`. */
export function backupReasonLabel(reason: string): string {
  return REASON_LABELS[reason] ?? reason;
}
