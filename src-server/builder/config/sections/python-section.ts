import type { BuildConfig, PythonInstall } from '../../../model/builds/build-config.ts';
import {
  asBool,
  asChoice,
  asTextList,
  type ConfigField,
  entriesOf,
  fieldsOf,
  isNull,
  itemsOf,
  problemAt,
  quoted,
} from '../config-field.ts';
import { asPath } from '../config-path.ts';
import { isConda } from './tool-versions.ts';
import { readUv } from './uv-install.ts';

const VERSIONS = ['2', '2.7', '3', '3.5', '3.6', '3.7', '3.8', 'pypy3.5'];
const DEFAULT_VERSION = 3;

/** Reads `python`; today's `build` (with `os` and `tools`) replaces its `version`. @throws ConfigProblem */
export function readPython(
  field: ConfigField,
  { os, tools }: Pick<BuildConfig['build'], 'os' | 'tools'>,
): BuildConfig['python'] {
  if (os !== null) rejectSitePackages(field);
  const fields = fieldsOf(field, ['version', 'install', 'system_packages']);
  const requestedVersion = fields.version.node ? readVersion(fields.version) : DEFAULT_VERSION;
  const systemPackages = asBool(fields.system_packages, false);
  if (os !== null) rejectBesideOs(fields);
  const items = itemsOf(fields.install);
  const install = items.map((item) => (isUv(item) ? readUv(item) : readInstall(item)));
  const uv = items.find(isUv);
  if (uv && items.length > 1) {
    const reason = '"method: uv" has to be the only entry';
    throw problemAt(uv, 'config:python:uv-multiple-install-entries-invalid', reason);
  }
  return {
    version: os === null ? requestedVersion : tools.python === '2.7' ? 2 : DEFAULT_VERSION,
    install,
    systemPackages,
  };
}

/** Reads `conda`, which is required with a conda Python. @throws ConfigProblem */
export function readConda(field: ConfigField, build: BuildConfig['build'] | undefined): BuildConfig['conda'] {
  if (field.node && !isNull(field))
    return { environment: asPath(fieldsOf(field, ['environment']).environment) };
  const python = build?.tools.python ?? '';
  if (!isConda(python) || build?.commands.length !== 0) return null;
  const reason = `"conda.environment" has to name an environment file, because "build.tools.python" is ${python}`;
  throw problemAt(field, 'config:conda:required', reason);
}

function rejectBesideOs({
  version,
  system_packages,
}: Record<'version' | 'system_packages', ConfigField>): void {
  if (version.node) {
    const reason =
      'You can not have "python.version" and "build.os" at the same time; use "build.tools.python"';
    throw problemAt(version, 'invalid-keys-combination', reason);
  }
  if (system_packages.node) {
    const reason = 'The service has removed this key; install what the documentation needs';
    throw problemAt(system_packages, 'config:python:system-packages-removed', reason);
  }
}

/** Rejects the key's name of version 1, which today's service explains instead of calling it unknown. */
function rejectSitePackages(field: ConfigField): void {
  const found = entriesOf(field).find(([name]) => name === 'use_system_site_packages');
  if (!found) return;
  const reason = 'The service has removed this key; install what the documentation needs';
  throw problemAt(found[1], 'config:python:use-system-site-packages-removed', reason);
}

/** Reads a version: a number, quoted or not, or `pypy3.5`. */
function readVersion(field: ConfigField): number | string {
  const { node } = field;
  const value = node?.kind === 'scalar' && typeof node.value !== 'boolean' ? String(node.value) : '';
  if (VERSIONS.includes(value)) return value.startsWith('pypy') ? value : Number(value);
  throw problemAt(field, 'invalid-choice', `expected one of (${VERSIONS.join(', ')}), got ${quoted(field)}`);
}

function isUv({ node }: ConfigField): boolean {
  const method = node?.kind === 'map' ? node.entries.get('method')?.node : undefined;
  return method?.kind === 'scalar' && method.value === 'uv';
}

function readInstall(field: ConfigField): PythonInstall {
  const has = (key: string) => field.node?.kind === 'map' && field.node.entries.has(key);
  if (has('requirements')) {
    return { by: 'requirements', requirements: asPath(fieldsOf(field, ['requirements']).requirements) };
  }
  const fields = fieldsOf(field, ['path', 'method', 'extra_requirements']);
  if (!fields.path.node)
    throw problemAt(field, 'config-required', '"path" or "requirements" key is required');
  const path = asPath(fields.path);
  const by = fields.method.node ? asChoice(fields.method, ['pip', 'setuptools', 'uv']) : 'pip';
  const extraRequirements = asTextList(fields.extra_requirements);
  if (by === 'setuptools' && extraRequirements.length > 0) {
    const reason = 'You need to install your project with pip to use extra_requirements';
    throw problemAt(fields.extra_requirements, 'python-invalid', reason);
  }
  // `isUv` entries are read by `readUv`.
  return { by: by === 'setuptools' ? by : 'pip', path, extraRequirements };
}
