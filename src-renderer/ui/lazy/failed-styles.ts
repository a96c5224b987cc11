/** Stylesheets of loaded code that could not be fetched. */
const failedStyles = new Set<HTMLLinkElement>();

// Such an event does not bubble.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  },
  { capture: true },
);

/**
 * Fetches the stylesheets again that failed. The bundler asks for each only once, so what needs one of them would be
 * shown without its style.
 * @throws Error when one still cannot be fetched
 */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failedStyles].map(reloadStyle));
}

function reloadStyle(failed: HTMLLinkElement): Promise<void> {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', crossOrigin: failed.crossOrigin, href: failed.href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      failedStyles.delete(failed);
      failed.remove();
      resolve();
    });
    link.addEventListener('error', (event) => {
      // What failed first stays, to be tried again.
      event.stopPropagation();
      failedStyles.delete(link);
      link.remove();
      reject(new Error(`${failed.href} could not be loaded.`));
    });
    failed.after(link);
  });
}
