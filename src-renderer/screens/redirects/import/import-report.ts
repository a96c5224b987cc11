import type { inferRouterOutputs } from '@trpc/server';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { RedirectImportMode } from '../../../../src-server/model/redirects/redirect-file.ts';
import type { RedirectRule } from '../../../../src-server/model/redirects/resolve-redirect.ts';
import type { ReportItem } from '../../../ui/dialog/bulk-report.tsx';

type Item = inferRouterOutputs<DeskRouter>['redirects']['previewImport']['items'][number];
type RedirectUrls = Pick<Item, 'type' | 'fromUrl' | 'toUrl'>;

/**
 * Reports what an import does, line by line. When all redirects are replaced, existing ones that change position are
 * reported as moved.
 */
export function importReport(
  items: readonly Item[],
  mode: RedirectImportMode,
  rules: readonly RedirectRule[],
): readonly ReportItem[] {
  let position = 0;
  let removedCount = 0;
  return items.map((item, at) => {
    const name = formatItem(item);
    if (item.outcome === 'remove') {
      removedCount += 1;
      return { key: `old ${removedCount}`, name, outcome: 'remove', note: '' };
    }
    const row = { key: String(at + 1), name, outcome: item.outcome, note: item.note };
    const isKept = item.outcome === 'same' && item.note === ALREADY_EXISTS;
    if (mode === 'add' || !(isKept || item.outcome === 'add')) return row;
    const now = rules[position];
    position += 1;
    const moves = isKept && (now === undefined || formatItem(now) !== name);
    return moves ? { ...row, outcome: 'move', note: '' } : row;
  });
}

/** Note of the desk on a redirect that the project already has. */
const ALREADY_EXISTS = 'Already there.';

function formatItem({ type, fromUrl, toUrl }: RedirectUrls): string {
  return [type, fromUrl, toUrl && `→ ${toUrl}`].filter(Boolean).join(' ');
}
