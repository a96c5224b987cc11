import { create } from 'zustand';
import { hasUnsavedForms } from './unsaved-forms.ts';

/** Where the build that this window was reloaded for is noted. */
const RELOADED_FOR = 'lectern-reloaded-for';
const ENTRY_SCRIPT = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/[^"]+)"/;

/** Holds whether this window is older than its server and was not reloaded, since something typed would be lost. */
export const useNewerBuild = create<{ readonly isOutdated: boolean }>()(() => ({ isOutdated: false }));

/**
 * Reloads this window where it is when the server has another build of it; lists, and the forms of imports and
 * redirects keep their state. With unsaved text in another form it says so instead (safety R18).
 */
export async function reloadIfOutdated(): Promise<void> {
  const served = await servedBuild();
  if (served === undefined || served === ownBuild()) return;
  // Reloaded for this build before, in vain: never twice.
  const isKnown = sessionStorage.getItem(RELOADED_FOR) === served;
  if (isKnown || hasUnsavedForms()) return useNewerBuild.setState({ isOutdated: true });
  sessionStorage.setItem(RELOADED_FOR, served);
  location.reload();
}

/** Tells once whether this window has just been reloaded for a newer build. */
export function wasReloaded(): boolean {
  const own = ownBuild();
  if (own === undefined || sessionStorage.getItem(RELOADED_FOR) !== own) return false;
  sessionStorage.removeItem(RELOADED_FOR);
  return true;
}

/** Returns the name of the entry script, which changes with any part of the build. */
function ownBuild(): string | undefined {
  const script = document.querySelector('script[type="module"][src^="/assets/"]');
  return script?.getAttribute('src') ?? undefined;
}

/** Returns the entry script of the page that is served now; undefined where none answers, and in development. */
async function servedBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch('/projects', { cache: 'no-store', headers: { accept: 'text/html' } });
    return answer.ok ? ENTRY_SCRIPT.exec(await answer.text())?.[1] : undefined;
  } catch {
    return undefined;
  }
}
