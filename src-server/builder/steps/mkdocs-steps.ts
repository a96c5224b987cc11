import { join } from 'node:path';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { BuildSite } from '../queue/build-site.ts';
import { mkdocsConfigOf, mkdocsPagesOf } from './docs-source.ts';
import { onPath } from './find-programs.ts';
import { noDocsTool } from './missing-tool.ts';
import { inCheckout } from './python-environment.ts';
import type { MakeFormat } from './sphinx-steps.ts';

/**
 * Makes the pages of a MkDocs project; it has no other formats (behaviour.md 9).
 * @throws BuildProblem where there is no MkDocs or no mkdocs.yml @throws ConfigProblem for pages that lie elsewhere
 * @throws CommandFailed @throws BuildStopped
 */
export async function prepareMkdocs(site: BuildSite, config: BuildConfig): Promise<MakeFormat> {
  if (site.isMachine && onPath('mkdocs', site.env.PATH) === undefined) throw noDocsTool('MkDocs', 'mkdocs');
  const { checkout } = site.folders;
  const found = mkdocsConfigOf(checkout, config.mkdocs?.configuration ?? null);
  const file = inCheckout(found);
  await site.run(['cat', file], { mayFail: true });
  mkdocsPagesOf(checkout, found);
  return async (format) => {
    if (format === 'html') return makePages(site, config, file);
    // The defaults of a project without a configuration file name all formats; nobody asked for those.
    if (config.version === '2')
      site.note(`${format} is left out`, `MkDocs makes pages only. A job could: build.jobs.build.${format}.`);
  };
}

async function makePages(site: BuildSite, config: BuildConfig, file: string): Promise<void> {
  const program = site.isMachine ? ['mkdocs'] : ['python', '-m', 'mkdocs'];
  const target = join(site.folders.output, 'html');
  const strictness = config.mkdocs?.failOnWarning ? ['--strict'] : [];
  await site.run([
    ...program,
    'build',
    '--clean',
    '--site-dir',
    target,
    '--config-file',
    file,
    ...strictness,
  ]);
}
