import type { z } from 'zod';
import type { BuildSchema } from './build.view.ts';

/** Writes v2's build as its raw log: what is known of it, then each command with its output (behaviour.md 17). */
export function buildLogText(answer: unknown): string {
  const build = answer as z.infer<typeof BuildSchema>;
  const success = build.state === 'finished' ? (build.success ? 'True' : 'False') : 'Unknown';
  const head = [
    'Read the Docs build information',
    `Build id: ${build.id}`,
    `Project: ${build.project_slug}`,
    `Version: ${build.version_slug}`,
    `Commit: ${build.commit ?? 'None'}`,
    `Date: ${build.date}`,
    `State: ${build.state}`,
    `Success: ${success}`,
    ...(build.error === '' ? [] : [`Error: ${build.error}`]),
  ];
  const commands = build.commands.map(
    ({ start_time, end_time, run_time, exit_code, command, output }) =>
      `[rtd-command-info] start-time: ${start_time}, end-time: ${end_time}, duration: ${run_time}, exit-code: ${exit_code}\n${command}\n${output}\n`,
  );
  return `${head.join('\n')}\n\n${commands.join('\n')}`;
}
