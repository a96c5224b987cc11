import { type Command, command } from '../command-line.ts';
import { DATA_OPTIONS, PORT } from '../common-options.ts';

/** The command that previews a folder. Its code is loaded when it runs. */
export const PREVIEW_COMMAND: Command = command({
  name: 'preview',
  summary: 'Build a folder as it is, again at each save, and show its pages until Ctrl+C.',
  details: [
    'Naming the folder allows its code to run, as in any build. Changes that are not committed are built too, and what',
    'git ignores is not. Open pages reload by themselves. Where Lectern has the data folder open, it shows the preview.',
  ],
  positionals: [{ name: 'PATH' }],
  options: {
    'build-with': {
      kind: 'text',
      value: 'TOOLS',
      choices: ['fresh', 'installed'],
      help: "fresh: a virtualenv of its own; installed: this computer's tools. By default as its project says, else fresh unless that is known to fail.",
    },
    port: {
      ...PORT,
      help: `${PORT.help} Where another program has that, a free one is taken.`,
    },
    ...DATA_OPTIONS,
  },
  run: async (options, [path = '.'], terminal) =>
    (await import('./preview.ts')).preview(options, path, terminal),
});
