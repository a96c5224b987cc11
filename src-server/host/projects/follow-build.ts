import { setTimeout as sleep } from 'node:timers/promises';
import { type BuildCommand, isEnded } from '../../model/builds/build.ts';
import type { Actor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';

type Follow = {
  readonly services: Pick<Services, 'buildLog'>;
  readonly actor: Actor;
  readonly id: number;
  /** Takes each line of the log as soon as it is whole. */
  readonly progress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
};

const PAUSE_MS = 150;
const LINES_AT_ONCE = 1000;

/** Says the log of a build line by line, until the build has ended or nobody waits. @throws NotFound once it is removed */
export async function followBuild({ services, actor, id, progress, signal }: Follow): Promise<void> {
  /** How many lines of each command were said. */
  const said = new Map<number, number>();

  function say(command: BuildCommand): void {
    if (!said.has(command.id))
      progress(command.command.startsWith('#') ? command.command : `$ ${command.command}`);
    for (let from = said.get(command.id) ?? 0; ; ) {
      const { lines, isOpen } = services.buildLog.output(actor, id, command.id, from + 1, LINES_AT_ONCE);
      // The last line of a running command may go on.
      const whole = isOpen && lines.length < LINES_AT_ONCE ? lines.slice(0, -1) : lines;
      for (const line of whole) progress(line);
      from += whole.length;
      said.set(command.id, from);
      if (whole.length < LINES_AT_ONCE) return;
    }
  }

  while (!signal?.aborted) {
    const { state, commands } = services.buildLog.get(actor, id);
    for (const command of commands) say(command);
    if (isEnded(state)) return;
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
