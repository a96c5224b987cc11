import type { BuildToolSource } from '../../src-server/model/projects/project.ts';

/** What builds can run with, in the order in which it is offered. */
export const BUILD_TOOL_CHOICES = [
  { value: 'own', label: 'Fresh virtualenv (needs network)' },
  { value: 'machine', label: 'Installed tools (works offline)' },
] as const satisfies readonly { value: BuildToolSource; label: string }[];
