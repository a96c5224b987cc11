// Runs with each test file: its process is that of the next one, which must not find what the last test replaced.
import { afterAll, vi } from 'vitest';

// This process and its threads know the place of compiled modules (vitest.config.ts); programs have their own.
delete process.env.NODE_COMPILE_CACHE;

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
