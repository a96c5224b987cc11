import type { BuildConfig } from '../../../model/builds/build-config.ts';
import type { ConfigMessageId } from '../config-codes.ts';
import type { ConfigField } from '../config-field.ts';

/** Something that today's service refuses of a file that Lectern builds (docs/handbook/pages/dialects.md). */
export type RefusedToday = {
  /** The id of the notification that today's service makes of it. */
  readonly message: ConfigMessageId;
  /** A sentence that begins with the key. */
  readonly reason: string;
};

type Sections = { readonly [section in 'build' | 'python' | 'sphinx' | 'mkdocs']: ConfigField };

/** Says that a repository without a configuration file is refused. */
export const NO_FILE: RefusedToday = {
  message: 'config:path:default-not-found',
  reason: 'No configuration file was found in the repository',
};

/** Lists what today's service refuses of a valid file, in the order of its checks (live-service.md 4, behaviour.md 15). */
export function refusedToday(config: BuildConfig, sections: Sections): readonly RefusedToday[] {
  return [...systemRefusals(config, sections), ...pythonRefusals(sections), ...toolRefusal(config, sections)];
}

function systemRefusals({ build }: BuildConfig, sections: Sections): RefusedToday[] {
  if (build.os !== null) return [];
  return hasKey(sections.build, 'image')
    ? [
        {
          message: 'build:user:config:build-image-deprecated',
          reason: '"build.image" has been removed in favor of "build.os" and "build.tools"',
        },
      ]
    : [{ message: 'build:user:config:build-os-required', reason: '"build.os" is required' }];
}

/** Beside `build.os` these keys are refused here too. */
function pythonRefusals({ python }: Sections): RefusedToday[] {
  return [
    ...(hasKey(python, 'version')
      ? [
          {
            message: 'config:base:invalid-key-name',
            reason: '"python.version" has been removed in favor of "build.tools.python"',
          } as const,
        ]
      : []),
    ...(hasKey(python, 'system_packages')
      ? [
          {
            message: 'config:python:system-packages-removed',
            reason: '"python.system_packages" has been removed',
          } as const,
        ]
      : []),
  ];
}

function toolRefusal(config: BuildConfig, sections: Sections): RefusedToday[] {
  const tool = toolWithoutConfiguration(config, sections);
  if (tool === undefined) return [];
  return [{ message: `config:${tool}:missing-config`, reason: `"${tool}.configuration" is required` }];
}

/** Returns the tool whose configuration the service requires and the file does not name. */
function toolWithoutConfiguration(
  { doctype, build, sphinx, mkdocs }: BuildConfig,
  sections: { readonly [tool in 'sphinx' | 'mkdocs']: ConfigField },
): 'sphinx' | 'mkdocs' | undefined {
  const isNamed = sections.sphinx.node !== undefined || sections.mkdocs.node !== undefined;
  const isImplicit = (mkdocs ?? sphinx)?.configuration === null && (isNamed || !replacesSteps(build));
  if (doctype === 'generic' || !isImplicit) return undefined;
  return doctype === 'mkdocs' ? 'mkdocs' : 'sphinx';
}

/** Whether jobs replace a step of the builder's own; without a tool named, they then build the pages alone (behaviour.md 15). */
export function replacesSteps({ jobs }: BuildConfig['build']): boolean {
  return jobs.create_environment !== undefined || jobs.install !== undefined || jobs.build !== undefined;
}

function hasKey({ node }: ConfigField, key: string): boolean {
  return node?.kind === 'map' && node.entries.has(key);
}
