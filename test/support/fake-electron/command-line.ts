/** What an Electron command line says. */
export type CommandLine = {
  /** The application: the first word that is not a switch. */
  readonly target: string | undefined;
  /** `--name=value` and `--name` (then ''), wherever they stand. */
  readonly switches: ReadonlyMap<string, string>;
  /** What the application sees after its executable: all but what Playwright and Node put in front. */
  readonly argv: readonly string[];
};

/** Reads the arguments that follow the executable. Playwright's `-r FILE` is passed over. */
export function readCommandLine(processArgs: readonly string[]): CommandLine {
  const args = [...processArgs];
  const preload = args.indexOf('-r');
  if (preload >= 0) args.splice(preload, 2);
  const switches = new Map(
    args.flatMap((arg) => {
      const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
      return name ? [[name, value] as const] : [];
    }),
  );
  const debugging = args.findIndex((arg) => arg.startsWith('--remote-debugging-port'));
  const argv = args.slice(debugging + 1);
  return { target: argv.find((arg) => !arg.startsWith('-')), switches, argv };
}
