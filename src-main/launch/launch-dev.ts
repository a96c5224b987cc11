import { join } from 'node:path';
import { ONE_TIME_LINK } from './launch-browser.ts';
import type { ElectronChoice } from './launch-electron.ts';
import { runProgram } from './launch-program.ts';

/**
 * Runs Lectern with hot reloading (`npm run dev`): in Electron where it can run, else as a server that restarts behind
 * the window's development server. Returns the exit code.
 */
export async function develop(
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  electron: ElectronChoice,
): Promise<number> {
  if ('path' in electron) {
    const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
    return runProgram(process.execPath, [builder, 'dev', '--watch', ...afterDashes(args)], env);
  }
  console.error(
    `Electron cannot run: ${electron.reason}. A server that restarts and a page that reloads run instead.`,
  );
  let window: ReturnType<typeof serveWindow> | undefined;
  const onOutput = (text: string): void => {
    const link = URL.parse(ONE_TIME_LINK.exec(text)?.[0] ?? '');
    if (!link) return;
    window ??= serveWindow(root, link.origin);
    window.then(
      ({ address }) => console.log(`  Reloads  ${address}${link.hash} (works once)`),
      (error: unknown) => console.error(`The window's development server did not start: ${String(error)}`),
    );
  };
  const program = join(root, 'src-server', 'bin.mjs');
  const restartArgs = ['--watch-preserve-output', '--watch', program, 'serve', '--gui', ...args];
  const code = await runProgram(process.execPath, restartArgs, env, onOutput);
  await window?.then(({ close }) => close()).catch(() => undefined);
  return code;
}

/** Puts Electron's own arguments after two dashes. */
function afterDashes(args: readonly string[]): readonly string[] {
  return args.length > 0 ? ['--', ...args] : [];
}

/** Starts the window's development server before the given one. */
async function serveWindow(root: string, server: string) {
  const [{ createServer }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  const vite = await createServer({
    configFile: false,
    root: join(root, 'src-renderer'),
    plugins: [react()],
    logLevel: 'warn',
    // The server accepts only its own origin (safety S3), so the page's calls are sent with that origin.
    server: {
      host: '127.0.0.1',
      proxy: { '/desk': { target: server, changeOrigin: true, headers: { origin: server } } },
    },
  });
  await vite.listen();
  return { address: vite.resolvedUrls?.local[0] ?? '', close: () => vite.close() };
}
