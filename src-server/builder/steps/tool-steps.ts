import type { BuildConfig, BuildTool } from '../../model/builds/build-config.ts';
import type { FullVersions } from '../config/render-config.ts';
import { captureOutput } from '../process/capture-output.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { findOnPath } from './find-programs.ts';
import { toolMissing } from './missing-tool.ts';
import { captureOptions } from './python/python-environment.ts';

type Tool = {
  readonly name: string;
  readonly versionCommand: readonly [string, string];
  readonly website: string;
};

/** The tools that builds may request beside Python, and where to get them. */
const TOOLS: Readonly<Record<Exclude<BuildTool, 'python'>, Tool>> = {
  nodejs: { name: 'Node.js', versionCommand: ['node', '--version'], website: 'nodejs.org' },
  ruby: { name: 'Ruby', versionCommand: ['ruby', '--version'], website: 'ruby-lang.org' },
  rust: { name: 'Rust', versionCommand: ['rustc', '--version'], website: 'rustup.rs' },
  golang: { name: 'Go', versionCommand: ['go', 'version'], website: 'go.dev' },
};

/**
 * Finds the tools that `build.tools` requests beside Python on this machine, and notes those of another version.
 * @throws BuildProblem for a missing tool
 */
export async function checkTools(context: BuildContext, { build }: BuildConfig): Promise<FullVersions> {
  const found: { [tool in BuildTool]?: string } = {};
  for (const [key, { name, versionCommand, website }] of Object.entries(TOOLS)) {
    const tool = key as keyof typeof TOOLS;
    const wanted = build.tools[tool];
    if (wanted === undefined) continue;
    if (findOnPath(versionCommand[0], context.env.PATH) === undefined)
      throw toolMissing(`${name} ${wanted}`, versionCommand[0], `Install it from ${website} or your system.`);
    const version = /\d+(?:\.\d+)+/.exec(
      (await captureOutput(versionCommand, captureOptions(context))) ?? '',
    )?.[0];
    if (version !== undefined) found[tool] = version;
    if (version !== undefined && wanted !== 'latest' && !`${version}.`.startsWith(`${wanted}.`)) {
      context.note(
        `${name} ${version} instead of ${wanted}`,
        `build.tools.${tool} requests ${wanted}; the build uses this computer's ${version}.`,
      );
    }
  }
  return found;
}

/** Notes which of `build.apt_packages` this machine lacks, since Lectern installs nothing on it. */
export async function noteAptPackages(context: BuildContext, { build }: BuildConfig): Promise<void> {
  const packages = build.aptPackages;
  if (packages.length === 0) return;
  const missing: string[] = [];
  const hasDpkg = findOnPath('dpkg', context.env.PATH) !== undefined;
  for (const name of packages) {
    const output = hasDpkg
      ? await captureOutput(['dpkg', '-s', '--', name], captureOptions(context))
      : undefined;
    if (output === undefined || !/^Status: .* installed$/m.test(output)) missing.push(name);
  }
  if (missing.length === 0) return;
  const message = hasDpkg
    ? `Missing: ${missing.join(', ')}. If the build needs them: sudo apt-get install ${missing.join(' ')}`
    : `It is unknown whether these are installed: ${missing.join(', ')}.`;
  context.note('apt_packages are not installed', `Lectern installs nothing on this computer. ${message}`);
}
