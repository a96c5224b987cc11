import type { AllOrNames, UvInstall } from '../../../model/builds/build-config.ts';
import {
  asChoice,
  asTextList,
  type ConfigField,
  fieldsOf,
  isNull,
  problemAt,
  quoted,
} from '../config-field.ts';
import { asPath } from '../config-path.ts';

/**
 * Reads an entry of `python.install` with `method: uv`: `sync` installs a project with its groups and extras, `pip` a
 * requirements file or a project, with extras.
 * @throws ConfigProblem
 */
export function readUv(field: ConfigField): UvInstall {
  const fields = fieldsOf(field, ['method', 'command', 'path', 'requirements', 'groups', 'extras']);
  if (isAbsent(fields.command))
    throw problemAt(fields.command, 'config:python:uv-command-required', '"method: uv" needs a "command"');
  const command = asChoice(fields.command, ['sync', 'pip']);
  const path = isAbsent(fields.path) ? null : asPath(fields.path);
  const hasRequirements = !isAbsent(fields.requirements);
  if (command === 'sync') {
    if (hasRequirements)
      throw problemAt(
        fields.requirements,
        'config:python:uv-sync-requirements-invalid',
        '"command: sync" takes no requirements file',
      );
    const [groups, extras] = [names(fields.groups), names(fields.extras)];
    return { by: 'uv', command, path: path ?? '.', requirements: null, groups, extras };
  }
  if (!isAbsent(fields.groups))
    throw problemAt(
      fields.groups,
      'config:python:uv-pip-groups-not-allowed',
      '"command: pip" takes no groups',
    );
  if (path === null && !hasRequirements)
    throw problemAt(
      field,
      'config:python:uv-pip-requirements-or-path-required',
      '"path" or "requirements" key is required',
    );
  if (path !== null && hasRequirements)
    throw problemAt(
      fields.requirements,
      'config:python:uv-pip-requirements-and-path-mutually-exclusive',
      '"command: pip" takes "path" or "requirements", not both',
    );
  const requirements = hasRequirements ? asPath(fields.requirements) : null;
  return { by: 'uv', command, path, requirements, groups: [], extras: names(fields.extras) };
}

/** `null` means that a key is absent. */
function isAbsent(field: ConfigField): boolean {
  return !field.node || isNull(field);
}

/** Reads names, at least one where the key is present. */
function names(field: ConfigField): AllOrNames {
  const { node, key } = field;
  if (!node || isAbsent(field)) return [];
  if (node.kind === 'scalar' && node.value === 'all') return 'all';
  const name = key.replace(/^.*\./, '');
  if (node.kind !== 'list') {
    const reason = `expected "all" or a list of ${name}, got ${quoted(field)}`;
    throw problemAt(field, 'config:python:uv-groups-extras-invalid-type', reason);
  }
  if (node.items.length > 0) return asTextList(field);
  throw problemAt(field, 'config:python:uv-groups-extras-empty', `expected "all" or at least one of ${name}`);
}
