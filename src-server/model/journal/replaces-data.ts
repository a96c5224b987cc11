/** Tells whether an action replaces all data, so that anything may be different after it. */
export function replacesAllData(action: string): boolean {
  return action === 'snapshot.restore' || action === 'backup.restore';
}
