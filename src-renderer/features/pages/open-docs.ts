import { desk, deskClient, queryClient } from '../../api/desk.ts';
import { notify, notifyError } from '../../ui/feedback/notify.tsx';

/** Shown where nothing can be built. */
export const NO_PAGES_OF_RECORD = 'A record: it has no pages on this computer';

/** Says whether browsers need a session for private documentation; the application's own windows get theirs by themselves. */
function needsLink(): boolean {
  const state = queryClient.getQueryData(desk.system.state.queryKey());
  return window.lectern === undefined && state?.asksBeforePrivateDocs === true;
}

/** Opens a URL of docs in a new tab, by a link that works once where a session is asked for. */
export async function openDocsUrl(url: string): Promise<void> {
  const link = needsLink() ? (await deskClient.docsSessions.link.mutate({ url })).url : url;
  window.open(link, '_blank', 'noreferrer');
}

/** Lets every link to docs in this window open them with a session where one is asked for; returns what ends that. */
export function openDocsLinksWithSession(): () => void {
  function onClick(event: MouseEvent): void {
    const isUsual = event.button === 0 || event.button === 1;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isUsual || !link || !isDocsUrl(link) || !needsLink()) return;
    event.preventDefault();
    openDocsUrl(link.href).catch(notifyError);
  }
  // A click of the middle button is an `auxclick`.
  const types = ['click', 'auxclick'] as const;
  for (const type of types) document.addEventListener(type, onClick, true);
  return () => {
    for (const type of types) document.removeEventListener(type, onClick, true);
  };
}

function isDocsUrl({ protocol, hostname, port }: HTMLAnchorElement): boolean {
  return protocol === 'http:' && hostname.endsWith('.localhost') && port === location.port;
}

/** Copies a link that opens docs in another browser once. */
export async function copyDocsLink(url: string): Promise<void> {
  try {
    const { url: link } = await deskClient.docsSessions.link.mutate({ url });
    await navigator.clipboard.writeText(link);
    await queryClient.invalidateQueries(desk.docsSessions.list.queryFilter());
    notify('Copied a link that works once. It lets one browser read what is at this address.');
  } catch (error) {
    notifyError(error);
  }
}

/** Opens the docs of a project's default version, or says why there are none and offers to build them. */
export async function openDocs(project: string, build: (version: string) => void): Promise<void> {
  try {
    const { state, docsUrl, version, isRecord } = await deskClient.versions.pages.query({ slug: project });
    if (state === 'served') await openDocsUrl(docsUrl);
    else if (isRecord) notify(`${NO_PAGES_OF_RECORD}.`);
    else {
      const message =
        state === 'recorded' ? 'No pages on this computer yet.' : `${version} is not built yet.`;
      notify(message, { label: 'Build it', run: () => build(version) });
    }
  } catch (error) {
    notifyError(error);
  }
}
