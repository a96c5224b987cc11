import { join } from 'node:path';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { BuildContext } from '../queue/build-context.ts';
import { resolveMkdocsConfig, resolveMkdocsPages } from './docs-source.ts';
import { findOnPath } from './find-programs.ts';
import { docsToolMissing } from './missing-tool.ts';
import { inCheckout } from './python/python-environment.ts';
import type { MakeFormat } from './sphinx-steps.ts';

const NOT_FAST =
  'Fast rebuild is for Sphinx. What MkDocs calls a dirty build leaves navigation, links and search as they were before a change.';

/**
 * Prepares to build a MkDocs project, which has pages only and no other formats (behaviour.md 9).
 * @throws BuildProblem without MkDocs or mkdocs.yml, or for a huge one @throws ConfigProblem for pages outside the checkout
 * @throws CommandFailed @throws BuildStopped
 */
export async function prepareMkdocs(context: BuildContext, config: BuildConfig): Promise<MakeFormat> {
  if (context.usesMachineTools && findOnPath('mkdocs', context.env.PATH) === undefined)
    throw docsToolMissing('MkDocs', 'mkdocs');
  const { checkout } = context.folders;
  const found = resolveMkdocsConfig(checkout, config.mkdocs?.configuration ?? null);
  const file = inCheckout(found);
  await context.run(['cat', file], { allowFailure: true });
  await resolveMkdocsPages(checkout, found);
  if (context.keeping?.sources) context.note('Fast rebuild: everything is built', NOT_FAST);
  return async (format) => {
    if (format === 'html') return makePages(context, config, file);
    // Without a configuration file all formats are default, so nobody requested this one.
    if (config.version === '2')
      context.note(
        `${format} is left out`,
        `MkDocs builds pages only. Use a job to build it: build.jobs.build.${format}.`,
      );
  };
}

async function makePages(context: BuildContext, config: BuildConfig, file: string): Promise<void> {
  const program = context.usesMachineTools ? ['mkdocs'] : ['python', '-m', 'mkdocs'];
  const target = join(context.folders.output, 'html');
  const strictness = config.mkdocs?.failOnWarning ? ['--strict'] : [];
  await context.run([
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
