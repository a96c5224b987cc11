import type { BuildConfig, BuildTool } from '../../model/builds/build-config.ts';
import type { FullVersions } from '../config/render-config.ts';
import { askProgram } from '../process/ask-program.ts';
import type { BuildSite } from '../queue/build-site.ts';
import { onPath } from './find-programs.ts';
import { noTool } from './missing-tool.ts';
import { asideOf } from './python-environment.ts';

type Tool = { readonly name: string; readonly ask: readonly [string, string]; readonly from: string };

/** What builds may ask for beside Python, and where people get it. */
const TOOLS: Readonly<Record<Exclude<BuildTool, 'python'>, Tool>> = {
  nodejs: { name: 'Node.js', ask: ['node', '--version'], from: 'nodejs.org' },
  ruby: { name: 'Ruby', ask: ['ruby', '--version'], from: 'ruby-lang.org' },
  rust: { name: 'Rust', ask: ['rustc', '--version'], from: 'rustup.rs' },
  golang: { name: 'Go', ask: ['go', 'version'], from: 'go.dev' },
};

/**
 * Looks for the tools that `build.tools` asks for beside Python; those of this machine are used, and one of another
 * version is remarked on. @throws BuildProblem for one that is missing
 */
export async function checkTools(site: BuildSite, { build }: BuildConfig): Promise<FullVersions> {
  const found: { [tool in BuildTool]?: string } = {};
  for (const [key, { name, ask, from }] of Object.entries(TOOLS)) {
    const tool = key as keyof typeof TOOLS;
    const wanted = build.tools[tool];
    if (wanted === undefined) continue;
    if (onPath(ask[0], site.env.PATH) === undefined)
      throw noTool(`${name} ${wanted}`, ask[0], `Install it from ${from} or your system.`);
    const version = /\d+(?:\.\d+)+/.exec((await askProgram(ask, asideOf(site))) ?? '')?.[0];
    if (version !== undefined) found[tool] = version;
    if (version !== undefined && wanted !== 'latest' && !`${version}.`.startsWith(`${wanted}.`)) {
      site.note(
        `${name} ${version} instead of ${wanted}`,
        `build.tools.${tool} asks for ${wanted}; this computer has ${version}, which is used.`,
      );
    }
  }
  return found;
}

/** Says which of `build.apt_packages` this machine lacks: Lectern installs nothing on it. */
export async function noteAptPackages(site: BuildSite, { build }: BuildConfig): Promise<void> {
  const packages = build.aptPackages;
  if (packages.length === 0) return;
  const missing: string[] = [];
  const hasDpkg = onPath('dpkg', site.env.PATH) !== undefined;
  for (const name of packages) {
    const said = hasDpkg ? await askProgram(['dpkg', '-s', '--', name], asideOf(site)) : undefined;
    if (said === undefined || !/^Status: .* installed$/m.test(said)) missing.push(name);
  }
  if (missing.length === 0) return;
  const what = hasDpkg
    ? `Missing: ${missing.join(', ')}. If the build needs them: sudo apt-get install ${missing.join(' ')}`
    : `Whether it has these is not known: ${missing.join(', ')}.`;
  site.note('apt_packages are not installed', `Lectern installs nothing on this computer. ${what}`);
}
