import type { AllOrNames, UvInstall } from '../../../model/builds/build-config.ts';
import {
  asAllOrTextList,
  asChoice,
  asPath,
  asText,
  type ConfigField,
  fieldsOf,
  problemAt,
} from '../config-field.ts';

/**
 * Reads an entry of `python.install` with `method: uv`: `sync` installs a project with its groups and extras, `pip` a
 * requirements file, or a project with its extras.
 * @throws ConfigProblem
 */
export function readUv(field: ConfigField): UvInstall {
  const fields = fieldsOf(field, ['method', 'command', 'path', 'requirements', 'groups', 'extras']);
  if (!fields.command.node) asText(fields.command);
  const command = asChoice(fields.command, ['sync', 'pip']);
  const install = {
    by: 'uv',
    command,
    path: fields.path.node ? asPath(fields.path) : null,
    requirements: fields.requirements.node ? asPath(fields.requirements) : null,
    groups: names(fields.groups),
    extras: names(fields.extras),
  } as const;
  const optionProblem = (optionField: ConfigField, reason: string) =>
    problemAt(optionField, 'config:python:uv-options', reason);
  if (command === 'sync') {
    if (install.requirements === null) return { ...install, path: install.path ?? '.' };
    throw optionProblem(fields.requirements, '"command: sync" takes no requirements file');
  }
  if (install.groups.length > 0) throw optionProblem(fields.groups, '"command: pip" takes no groups');
  if (install.path === null && install.requirements === null)
    throw problemAt(field, 'config-required', '"path" or "requirements" key is required');
  if (install.path !== null && install.requirements !== null)
    throw optionProblem(fields.requirements, '"command: pip" takes "path" or "requirements", not both');
  if (install.path === null && install.extras.length > 0)
    throw optionProblem(fields.extras, '"command: pip" takes extras of a "path" only');
  return install;
}

/** Reads names; `null` means none, as an absent key does. */
function names(field: ConfigField): AllOrNames {
  const { node } = field;
  return node?.kind === 'scalar' && node.value === null ? [] : asAllOrTextList(field);
}
