import { createProjectOperations } from '../../host/projects/project-operations.ts';
import { readProjectKey } from '../../model/projects/project-keys.ts';
import { PROJECT_OPERATIONS, PROJECT_PATH } from '../../model/projects/project-operations.ts';
import { callHolder } from '../call-server.ts';
import type { Terminal } from '../terminal.ts';
import { type CoreOptions, operator, withCore } from '../with-core.ts';

type Setting = { readonly project: string; readonly key: string; readonly value: string };

/** `project set PROJECT KEY VALUE`. @throws Problem @throws Invalid @throws NotFound @throws FolderInUse */
export async function setProject(
  { version, ...options }: CoreOptions & { readonly version: string | undefined },
  setting: Setting,
  terminal: Terminal,
): Promise<number> {
  // A typing error is found before anything is opened.
  readProjectKey(setting.key, setting.value);
  const input = { ...setting, ...(version !== undefined && { version }) };
  const answer = await withCore(options, terminal, 'existing', async ({ services }) =>
    createProjectOperations({ services, actor: operator }).set(input, terminal.log),
  ).catch(async (error: unknown) => {
    const call = {
      path: `${PROJECT_PATH}set`,
      input,
      progress: terminal.log,
      inWindow: 'the settings of the project',
    };
    return PROJECT_OPERATIONS.set.answer.parse(await callHolder(error, call, terminal));
  });
  const of =
    answer.versions.length === 0 ? answer.project : `${answer.project} (${answer.versions.join(', ')})`;
  terminal.answer(answer, [`${of}: ${answer.key} is ${answer.value === '' ? 'empty' : answer.value} now.`]);
  return 0;
}
