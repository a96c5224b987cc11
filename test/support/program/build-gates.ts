import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Points at which builds can be paused: `hold(name)` pauses the next build there, `reached` tells whether it waits. */
export type Gates = {
  readonly hold: (name: string) => void;
  readonly open: (name: string) => void;
  readonly isReached: (name: string) => boolean;
  /** Returns a command for `build.jobs` that waits at the gate. */
  readonly command: (name: string) => string;
  /** Returns Python code for `conf.py` that waits at the gate. */
  readonly python: (name: string) => string;
};

/** Creates gates from files in a folder whose path needs no shell quoting. */
export function gatesIn(folder: string): Gates {
  const heldFile = (name: string) => join(folder, `${name}.held`);
  const reachedFile = (name: string) => join(folder, `${name}.came`);
  mkdirSync(folder, { recursive: true });
  return {
    hold(name) {
      rmSync(reachedFile(name), { force: true });
      writeFileSync(heldFile(name), '');
    },
    open: (name) => rmSync(heldFile(name), { force: true }),
    isReached: (name) => existsSync(reachedFile(name)),
    command: (name) =>
      `if [ -e ${heldFile(name)} ]; then touch ${reachedFile(name)}; while [ -e ${heldFile(name)} ]; do sleep 0.05; done; fi`,
    python: (name) => `import os, time
if os.path.exists('${heldFile(name)}'):
    open('${reachedFile(name)}', 'w').close()
    while os.path.exists('${heldFile(name)}'):
        time.sleep(0.05)
`,
  };
}

/** Writes a `git` for the front of PATH that waits at the gate `cloning` before a clone; returns its folder. */
export function writeGatedGit(folder: string, { command }: Pick<Gates, 'command'>): string {
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\ncase " $* " in *" clone "*) ${command('cloning')};; esac\nexec /usr/bin/git "$@"\n`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  return folder;
}
