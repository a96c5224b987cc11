import { type Command, command } from '../command-line.ts';
import { DATA_OPTIONS, PORT } from '../common-options.ts';

/** The command that checks this installation. Its code is loaded when it runs. */
export const DOCTOR_COMMAND: Command = command({
  name: 'doctor',
  summary: 'Check this installation and its data, and say what to do. Changes nothing.',
  positionals: [],
  options: {
    port: { ...PORT, default: '8642', help: 'The port that should be free.' },
    report: {
      kind: 'text',
      value: 'FILE',
      implied: 'lectern-report.zip',
      help: 'Write a support bundle without secrets and without names of projects and people. Alone: lectern-report.zip.',
    },
    ...DATA_OPTIONS,
  },
  run: async (options, _none, terminal) => (await import('./doctor.ts')).doctor(options, terminal),
});
