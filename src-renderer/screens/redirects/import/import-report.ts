import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { RedirectImportMode } from '../../../../src-server/model/redirects/redirect-file.ts';
import type { RedirectRule } from '../../../../src-server/model/redirects/redirect-preview.ts';
import type { ReportItem } from '../../../ui/dialog/bulk-report.tsx';

type Item = inferRouterOutputs<DeskRouter>['redirects']['previewImport']['items'][number];
type Addresses = Pick<Item, 'type' | 'fromUrl' | 'toUrl'>;

/**
 * What an import does, line by line. Where all are replaced, those that are there already and come to stand elsewhere
 * are told apart: their order is what changes.
 */
export function importReport(
  items: readonly Item[],
  mode: RedirectImportMode,
  rules: readonly RedirectRule[],
): readonly ReportItem[] {
  let place = 0;
  let gone = 0;
  return items.map((item, at) => {
    const name = nameOf(item);
    if (item.outcome === 'remove') {
      gone += 1;
      return { key: `old ${gone}`, name, outcome: 'remove', note: '' };
    }
    const row = { key: String(at + 1), name, outcome: item.outcome, note: item.note };
    const isKept = item.outcome === 'same' && item.note === THERE;
    if (mode === 'add' || !(isKept || item.outcome === 'add')) return row;
    const now = rules[place];
    place += 1;
    const moves = isKept && (now === undefined || nameOf(now) !== name);
    return moves ? { ...row, outcome: 'move', note: '' } : row;
  });
}

/** How the desk says that a redirect of the file is one of the project already. */
const THERE = 'There already.';

function nameOf({ type, fromUrl, toUrl }: Addresses): string {
  return [type, fromUrl, toUrl && `→ ${toUrl}`].filter(Boolean).join(' ');
}
