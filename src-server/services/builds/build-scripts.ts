import { createHash } from 'node:crypto';
import { Invalid } from '../../model/base/problems.ts';
import {
  type BuildScript,
  NO_SUCH_SCRIPT,
  NOT_A_SCRIPT_NAME,
  parseBuildScript,
  SCRIPT_NAME,
  scriptBuilder,
  scriptName,
} from '../../model/builds/build-script.ts';
import { isPreset, SCRIPT_PRESETS } from '../../model/builds/script-presets.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** A script that a project's builds can be played by. */
export type ScriptChoice = {
  readonly name: string;
  /** '' when it has none. */
  readonly description: string;
  /** Every Lectern has it. */
  readonly isPreset: boolean;
};

/** How much of its digest names a script that was given without a name. */
const DIGEST_LENGTH = 12;

/** Creates the service of build scripts: which there are, and which projects they play the builds of. */
export function createBuildScripts({ store, access, changes }: ServiceContext) {
  function find(name: string): BuildScript | undefined {
    return isPreset(name) ? SCRIPT_PRESETS[name] : store.buildScripts.byName(name);
  }

  function describe(name: string, isPreset: boolean): ScriptChoice {
    return { name, description: find(name)?.description ?? '', isPreset };
  }

  function list(): ScriptChoice[] {
    return [
      ...Object.keys(SCRIPT_PRESETS).map((name) => describe(name, true)),
      ...store.buildScripts.names().map((name) => describe(name, false)),
    ];
  }

  function save(actor: Actor, name: string, input: unknown): void {
    access.requireOperator(actor);
    if (!SCRIPT_NAME.test(name)) throw new Invalid({ name: [NOT_A_SCRIPT_NAME] });
    if (isPreset(name))
      throw new Invalid({ name: [`"${name}" is the name of a script that every Lectern has.`] });
    const script = parseBuildScript(input);
    store.change(() => {
      store.buildScripts.put(name, script);
      changes.record(actor, { action: 'build-script.save', after: { name } });
    });
  }

  function attach(actor: Actor, projectSlug: string, name: string | null): void {
    access.requireOperator(actor);
    if (name !== null && !find(name)) {
      const names = list().map((script) => script.name);
      throw new Invalid({ script: [`${NO_SUCH_SCRIPT} There are ${names.join(', ')}.`] });
    }
    store.change(() => {
      const project = access.maintained(actor, projectSlug);
      const builder = name === null ? null : scriptBuilder(name);
      if (builder === project.builder) return;
      store.projects.update({ ...project, builder }, project);
      changes.record(actor, {
        action: 'project.set-builder',
        subjectId: project.id,
        projectId: project.id,
        before: { builder: project.builder },
        after: { builder },
      });
    });
  }

  return {
    /** Lists the presets, then the scripts that were saved here. */
    list,

    /** Returns the script that plays the builds of a project; undefined when they run, or when it is gone. */
    ofBuilder(builder: string | null): BuildScript | undefined {
      const name = scriptName(builder);
      return name === undefined ? undefined : find(name);
    },

    /** Saves a script under a name. @throws Invalid keyed by `name` or a path inside the script @throws Forbidden */
    save,

    /**
     * Lets a script play the builds of a project; null lets them run again.
     * @throws NotFound for the project @throws Invalid for the script @throws Forbidden except to the person at this computer
     */
    attach,

    /**
     * Saves a script under a name that is made from what it says, and lets it play the builds of a project; returns the
     * name. @throws the errors of `attach` @throws Invalid keyed by paths such as `script.steps[2].state`
     */
    attachNew(actor: Actor, projectSlug: string, input: unknown): string {
      const name = `script-${createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, DIGEST_LENGTH)}`;
      store.change(() => {
        try {
          save(actor, name, input);
        } catch (error) {
          throw error instanceof Invalid ? new Invalid({ script: error.errors }) : error;
        }
        attach(actor, projectSlug, name);
      });
      return name;
    },
  };
}

export type BuildScripts = ReturnType<typeof createBuildScripts>;
