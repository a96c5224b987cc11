import { BUILD_TOOL_LABELS } from '../../src-server/model/projects/option-labels.ts';
import type { BuildToolSource } from '../../src-server/model/projects/project.ts';

/** What builds can run with, in the order in which it is offered. */
export const BUILD_TOOL_CHOICES = [
  { value: 'own', label: BUILD_TOOL_LABELS.own },
  { value: 'machine', label: BUILD_TOOL_LABELS.machine },
] as const satisfies readonly { value: BuildToolSource; label: string }[];
