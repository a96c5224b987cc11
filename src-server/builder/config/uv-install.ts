import type { AllOr, UvInstall } from '../../model/builds/build-config.ts';
import { asAllOrTexts, asChoice, asPath, asText, fieldsOf, type Place, problemAt } from './config-place.ts';

/**
 * An entry of `python.install` with `method: uv`: `sync` takes in a project with its groups and extras, `pip` a
 * requirements file, or a project with its extras.
 * @throws ConfigProblem
 */
export function readUv(place: Place): UvInstall {
  const fields = fieldsOf(place, ['method', 'command', 'path', 'requirements', 'groups', 'extras']);
  if (!fields.command.node) asText(fields.command);
  const command = asChoice(fields.command, ['sync', 'pip']);
  const given = {
    by: 'uv',
    command,
    path: fields.path.node ? asPath(fields.path) : null,
    requirements: fields.requirements.node ? asPath(fields.requirements) : null,
    groups: names(fields.groups),
    extras: names(fields.extras),
  } as const;
  const no = (which: Place, reason: string) => problemAt(which, 'config:python:uv-options', reason);
  if (command === 'sync') {
    if (given.requirements === null) return { ...given, path: given.path ?? '.' };
    throw no(fields.requirements, '"command: sync" takes no requirements file');
  }
  if (given.groups.length > 0) throw no(fields.groups, '"command: pip" takes no groups');
  if (given.path === null && given.requirements === null)
    throw problemAt(place, 'config-required', '"path" or "requirements" key is required');
  if (given.path !== null && given.requirements !== null)
    throw no(fields.requirements, '"command: pip" takes "path" or "requirements", not both');
  if (given.path === null && given.extras.length > 0)
    throw no(fields.extras, '"command: pip" takes extras of a "path" only');
  return given;
}

/** `null` is no names, as it is where nothing stands. */
function names(place: Place): AllOr {
  const { node } = place;
  return node?.kind === 'scalar' && node.value === null ? [] : asAllOrTexts(place);
}
