import { readFileSync } from 'node:fs';
import { captureOutput } from '../process/capture-output.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { findOnPath } from '../steps/find-programs.ts';

const SCRIPT =
  'import importlib.metadata as m, sys; print(sys.version, sys.prefix, *sorted(f"{d.name} {d.version}" for d in m.distributions()), sep="\\n")';

/** Returns the packages that Sphinx has in this build, with their versions: its environment changes with them. */
export async function installedPackages({ folders, env, stop, isolate }: BuildContext): Promise<string> {
  const program = findOnPath('sphinx-build', env.PATH);
  const [, python] =
    /^#!\s*(\S+)/.exec(program === undefined ? '' : readFileSync(program, 'latin1').slice(0, 512)) ?? [];
  const command = python === undefined || python.endsWith('/env') ? 'python3' : python;
  const options = { cwd: folders.home, env, stop, isolate };
  // Unknown packages are never the same as those of another build.
  return (await captureOutput([command, '-c', SCRIPT], options)) ?? `unknown ${Date.now()}`;
}
