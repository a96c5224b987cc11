import { LATEST, STABLE, type Version } from '../../versions/version.ts';
import { type DefaultBranchFields, effectiveDefaultBranch, type Project } from '../project.ts';
import { redactCredentials } from './repository-url.ts';

type Forge = 'github' | 'gitlab' | 'bitbucket';
const FORGES: readonly Forge[] = ['github', 'gitlab', 'bitbucket'];

const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/]*@)?([^/]+)(\/.*)?$/i;
const SSH_SHORT = /^[^@/\s]+@([^:/\s]+):(.+)$/;

/**
 * Returns the web page of the version's sources (behaviour.md 8, with the real name of branch or tag).
 * `stableVersionName` is the verbose name of the version that `stable` follows. '' for a pull request on an unknown host.
 */
export function vcsUrl(
  project: Pick<Project, 'repositoryUrl'> & DefaultBranchFields,
  version: Pick<Version, 'slug' | 'verboseName' | 'identifier' | 'type'>,
  stableVersionName: string | null,
): string {
  const { forge, base } = repositoryPage(project.repositoryUrl);
  if (version.type === 'external') {
    if (forge === 'github') return `${base}/pull/${encodePath(version.verboseName)}`;
    if (forge === 'gitlab') return `${base}/merge_requests/${encodePath(version.verboseName)}`;
    return '';
  }
  // Only branches and tags have pages of their own on a forge.
  if (forge === undefined || !['git', 'hg'].includes(project.repositoryType)) return base;
  if (forge === 'bitbucket') return `${base}/src/${encodePath(version.identifier)}`;
  return `${base}/tree/${encodePath(refName(project, version, stableVersionName))}/`;
}

/** Returns the web page of a commit; null without a commit or on an unknown host (behaviour.md 17). */
export function commitUrl(project: Pick<Project, 'repositoryUrl'>, commit: string | null): string | null {
  const { forge, base } = repositoryPage(project.repositoryUrl);
  if (!commit || forge === undefined) return null;
  return `${base}/${forge === 'bitbucket' ? 'commits' : 'commit'}/${encodePath(commit)}`;
}

function refName(
  project: DefaultBranchFields,
  version: Pick<Version, 'slug' | 'verboseName'>,
  stableVersionName: string | null,
): string {
  if (version.slug === LATEST) return effectiveDefaultBranch(project);
  if (version.slug === STABLE) return stableVersionName ?? version.verboseName;
  return version.verboseName;
}

/** Returns the web page of a repository. Only the host name decides, not a folder called `github`. */
function repositoryPage(repositoryUrl: string): { forge: Forge | undefined; base: string } {
  const full = WITH_SCHEME.exec(repositoryUrl);
  const short = full ? null : SSH_SHORT.exec(repositoryUrl);
  const scheme = full?.[1]?.toLowerCase();
  const host = full?.[2] ?? short?.[1] ?? '';
  const path = full?.[3] ?? (short ? `/${short[2]}` : '');
  const forge = FORGES.find((name) => host.toLowerCase().includes(name));
  if (forge === undefined) {
    return {
      forge,
      base: redactCredentials(repositoryUrl)
        .replace(/^git:\/\//, 'https://')
        .replace(/\.git$/, ''),
    };
  }
  const web = scheme === 'http' || scheme === 'https';
  const address = `${web ? scheme : 'https'}://${web ? host : host.replace(/:\d+$/, '')}`;
  return { forge, base: address + path.replace(/\/+$/, '').replace(/\.git$/, '') };
}

function encodePath(name: string): string {
  return encodeURI(name.toWellFormed()).replaceAll('#', '%23').replaceAll('?', '%3F');
}
