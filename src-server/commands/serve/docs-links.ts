import { isLoopback } from '../../host/runtime/listening.ts';
import type { Lectern } from '../../lectern.ts';
import { NotFound } from '../../model/base/problems.ts';
import { documentationUrl } from '../../model/projects/documentation-url.ts';
import { UsageError } from '../command-line.ts';
import type { Terminal } from '../terminal.ts';
import { operator } from '../with-core.ts';

/**
 * Makes a link for each of these projects that opens its documentation, private pages too, and prints the next one once
 * it was opened. Where no session is asked for, it is the plain URL. @throws UsageError for a project that does not exist
 */
export function docsLinks(
  { services }: Lectern,
  slugs: readonly string[],
  terminal: Terminal,
): Record<string, string> {
  function linkOf(slug: string): string {
    const { place, effectiveDefaultVersion } = projectOf(slug);
    return services.docsSessions.link(operator, documentationUrl(place, effectiveDefaultVersion), () =>
      terminal.log(`  Docs     opened. Link for another browser: ${linkOf(slug)}`),
    );
  }
  function projectOf(slug: string) {
    try {
      return services.projects.get(operator, slug);
    } catch (error) {
      if (error instanceof NotFound) throw new UsageError(`--docs-link: there is no project "${slug}".`);
      throw error;
    }
  }
  return Object.fromEntries([...new Set(slugs)].map((slug) => [slug, linkOf(slug)]));
}

/** Warns when anyone who reaches this server from elsewhere may read private documentation. */
export function warnOfOpenDocs({ services }: Lectern, host: string, terminal: Terminal): void {
  if (isLoopback(host) || services.docsSessions.asks()) return;
  terminal.log(
    'Warning: private documentation is shown to anyone who reaches Lectern. To ask for a session first, start with ' +
      '--private-docs ask, or switch that on in the settings.',
  );
}
