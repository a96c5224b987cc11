import type { BuildConfig, BuildTool } from '../../model/builds/build-config.ts';
import type { FullVersions } from '../config/render-config.ts';
import { captureOutput } from '../process/capture-output.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { findOnPath } from './find-programs.ts';
import { toolMissing } from './missing-tool.ts';
import { captureOptions } from './python-environment.ts';

type Tool = {
  readonly name: string;
  readonly versionCommand: readonly [string, string];
  readonly website: string;
};

/** What builds may ask for beside Python, and where people get it. */
const TOOLS: Readonly<Record<Exclude<BuildTool, 'python'>, Tool>> = {
  nodejs: { name: 'Node.js', versionCommand: ['node', '--version'], website: 'nodejs.org' },
  ruby: { name: 'Ruby', versionCommand: ['ruby', '--version'], website: 'ruby-lang.org' },
  rust: { name: 'Rust', versionCommand: ['rustc', '--version'], website: 'rustup.rs' },
  golang: { name: 'Go', versionCommand: ['go', 'version'], website: 'go.dev' },
};

/**
 * Looks for the tools that `build.tools` asks for beside Python; those of this machine are used, and one of another
 * version is remarked on. @throws BuildProblem for one that is missing
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
        `build.tools.${tool} asks for ${wanted}; this computer has ${version}, which is used.`,
      );
    }
  }
  return found;
}

/** Says which of `build.apt_packages` this machine lacks: Lectern installs nothing on it. */
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
    : `Whether it has these is not known: ${missing.join(', ')}.`;
  context.note('apt_packages are not installed', `Lectern installs nothing on this computer. ${message}`);
}
