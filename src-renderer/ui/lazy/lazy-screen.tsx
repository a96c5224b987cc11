import { type ComponentType, use } from 'react';
import { reloadFailedStyles } from './failed-styles.ts';

/** The code of a screen could not be fetched: the server is gone, or has a newer build with other file names. */
export class ScreenNotLoaded extends Error {}

const NOT_LOADED =
  'This part of the window could not be loaded. Check that Lectern is running, then try again.';

type LazyCode = {
  /** Loads the code ahead; returns whether that worked. A failure is not kept. */
  readonly prefetch: () => Promise<boolean>;
  /** Lets a failed load be tried again. */
  readonly forgetFailure: () => void;
};

const lazyCodes = new Set<LazyCode>();

/** Makes a component whose code is loaded when it is first shown, or ahead by `prefetchScreens`. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  let request: Promise<ComponentType<Props>> | undefined;
  let hasFailed = false;

  async function fetchCode(): Promise<ComponentType<Props>> {
    try {
      await reloadFailedStyles();
      loaded = await load();
      return loaded;
    } catch (cause) {
      hasFailed = true;
      throw new ScreenNotLoaded(NOT_LOADED, { cause });
    }
  }

  // React asks again after each failure, so a failed request is kept until `forgetFailure`.
  function start(): Promise<ComponentType<Props>> {
    request ??= fetchCode();
    return request;
  }

  function forgetFailure(): void {
    if (hasFailed) request = undefined;
    hasFailed = false;
  }

  lazyCodes.add({
    forgetFailure,
    async prefetch() {
      const isOurs = request === undefined;
      try {
        await start();
        return true;
      } catch {
        if (isOurs) forgetFailure();
        return false;
      }
    },
  });

  return function LazyScreen(props: Props) {
    const Loaded = loaded ?? use(start());
    return <Loaded {...props} />;
  };
}

/** Lets all code that could not be loaded be tried again. */
export function forgetFailedLoads(): void {
  for (const code of lazyCodes) code.forgetFailure();
}

/**
 * Loads the code of all screens while the window is idle, so that they open without the server. Stops at the first
 * failure. Returns the function that ends it.
 */
export function prefetchScreens(): () => void {
  let isEnded = false;
  const prefetchAll = async () => {
    // The code of a screen may bring further ones, which join at the end.
    for (const code of lazyCodes) {
      await idle();
      if (isEnded || !(await code.prefetch())) return;
    }
  };
  void prefetchAll();
  return () => {
    isEnded = true;
  };
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
}
