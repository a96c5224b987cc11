/** What an Electron command line says. */
export type CommandLine = {
  /** The application: the first word that is not a switch. */
  readonly target: string | undefined;
  /** `--name=value` and `--name` (then ''), wherever they stand. */
  readonly switches: ReadonlyMap<string, string>;
  /** What the application sees after its executable: all but what Playwright and Node put in front. */
  readonly seen: readonly string[];
};

/** Reads the arguments that follow the executable. Playwright's `-r FILE` is passed over. */
export function readCommandLine(given: readonly string[]): CommandLine {
  const args = [...given];
  const preload = args.indexOf('-r');
  if (preload >= 0) args.splice(preload, 2);
  const switches = new Map(
    args.flatMap((arg) => {
      const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
      return name ? [[name, value] as const] : [];
    }),
  );
  const debugging = args.findIndex((arg) => arg.startsWith('--remote-debugging-port'));
  const seen = args.slice(debugging + 1);
  return { target: seen.find((arg) => !arg.startsWith('-')), switches, seen };
}
