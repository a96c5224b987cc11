import { FAULT_PRESET_NAMES } from '../../src-server/model/faults/fault-presets.ts';

/** Calls a procedure of the desk, and returns what it answers. */
export type CallDesk = (procedure: string, input?: unknown) => Promise<unknown>;

const COLORS = ['green', 'amber', 'orange', 'violet'];
const LONG = 'what-the-audience-sees-when-the-afternoon-begins-after-lunch';

/** Fills what a trainer prepares: snapshots, workspaces, readers of private documentation, and held time. */
export async function prepareCourse(desk: CallDesk): Promise<void> {
  await desk('snapshots.take', { name: LONG, note: 'A note that says what is in it. '.repeat(12).trim() });
  for (let part = 1; part <= 9; part += 1)
    await desk('snapshots.take', { name: `part-${part}`, note: part % 3 === 0 ? `Before part ${part}` : '' });
  await desk('settings.makeBackup');
  await desk('snapshots.restore', { name: 'part-4' });
  const names = ['Training', 'A workspace with the longest name of all', 'Demo', 'Tests'];
  for (const [at, name] of names.entries()) await desk('workspaces.create', { name, color: COLORS[at] });
  await desk('settings.set', { askBeforePrivateDocs: true });
  const { url } = (await desk('system.state')) as { readonly url: string };
  for (const slug of ['tidewater', 'tidewater-de'])
    await desk('docsSessions.link', { url: `http://${slug}.localhost:${new URL(url).port}/en/latest/` });
  await desk('clock.set', { mode: 'still', now: '2026-03-02T09:30:00Z' });
}

/** Takes the one snapshot and makes the one backup that the lists of them show. */
export async function takeOneSnapshot(desk: CallDesk): Promise<void> {
  await desk('snapshots.take', { name: 'before-the-talk', note: '' });
  await desk('settings.makeBackup');
}

/** Adds all presets of faults, a snapshot and held time to many projects. */
export async function prepareMany(desk: CallDesk): Promise<void> {
  await takeOneSnapshot(desk);
  for (const preset of FAULT_PRESET_NAMES) await desk('faults.addPreset', { preset });
  await desk('clock.set', { mode: 'still', now: '2026-11-30T09:30:00Z' });
}
