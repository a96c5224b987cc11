// Loaded before the application: whatever asks for the package `electron` gets the fake Electron.
import { registerHooks } from 'node:module';

const url = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (!/^electron(\/|$)/.test(specifier)) return next(specifier, context);
    return { url, format: 'module-typescript', shortCircuit: true };
  },
});
