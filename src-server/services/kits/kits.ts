import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Invalid, Unavailable } from '../../model/base/problems.ts';
import {
  countKit,
  type Kit,
  type KitCard,
  type KitCounts,
  type KitFiles,
  type KitPreview,
  type PlayedProjects,
} from '../../model/kits/kit.ts';
import { flatErrors, kitRefusal } from '../../model/kits/kit-refusal.ts';
import type { ApiPath } from '../../model/requests/api-path.ts';
import type { BuildScripts } from '../builds/build-scripts.ts';
import type { Faults } from '../faults/faults.ts';
import { type Actor, userOf } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { SeedReport, SeedsService } from '../seeds/seeds.ts';
import type { SettingsService } from '../settings/settings.ts';
import type { EnvironmentVariablesService } from '../variables/environment-variables.ts';
import type { IntegrationsService } from '../webhooks/integrations.ts';
import { BUILT_IN_KITS, isBuiltInKit, readBuiltInKit } from './built-in-kits.ts';
import type { KitAnswer } from './kit-answer.ts';
import type { ReadFiles } from './kit-limits.ts';
import {
  buildableSlugs,
  inPlaceOf,
  keptPlayedWithout,
  withoutPresent,
  withRepositories,
  withTools,
} from './kit-projects.ts';
import {
  finishInterruptedLoads,
  type KitEnvironment,
  makeRepositories,
  type PlayedWithout,
} from './kit-repositories.ts';
import { collectKitSecrets } from './kit-secrets.ts';
import type { MadeKit, NewKit } from './make-kit.ts';
import { placeLessons } from './place-lessons.ts';
import { readKitFiles } from './read-kit-files.ts';
import { readKitOnThread } from './read-kit-thread.ts';

/** Where a kit is: the name of a built-in one, a folder or zip on this computer, or the bytes of a zip. */
export type KitSource = { readonly name: string } | { readonly path: string } | { readonly zip: Uint8Array };

/** What loading a kit added. */
export type KitReport = SeedReport &
  Pick<KitCounts, 'repositories' | 'scripts' | 'faults' | 'lessons'> & {
    readonly name: string;
    /** Slugs of the projects with a repository of the kit, whose builds run once they are allowed. */
    readonly buildable: readonly string[];
    readonly played: PlayedProjects;
    /** Slugs of its projects that were here already, where only the others were asked for. */
    readonly left: readonly string[];
  };

/** Whether only what is not here yet is loaded. */
export type LoadOptions = { readonly onlyMissing?: boolean };

/** What was read of a kit: its files, and the kit when there are no findings. */
type KitReading = Pick<KitAnswer, 'kit' | 'findings'> & { readonly files: KitFiles };

type Parts = {
  readonly seeds: SeedsService;
  readonly buildScripts: BuildScripts;
  readonly faults: Faults;
  readonly environmentVariables: EnvironmentVariablesService;
  readonly integrations: IntegrationsService;
  readonly settings: SettingsService;
  /** Undefined where no repositories can be made. */
  readonly environment: KitEnvironment | undefined;
  /** The routes that lessons may wait for; without them, any. */
  readonly apiPaths: readonly ApiPath[] | undefined;
};

/** Creates the service of kits: reads, checks and loads them. Nothing in a kit runs by being loaded. */
export function createKits(
  context: ServiceContext,
  { seeds, buildScripts, faults, environmentVariables, integrations, settings, environment, apiPaths }: Parts,
) {
  const { store, access, changes, clock } = context;

  async function filesOf(source: KitSource): Promise<ReadFiles> {
    if ('path' in source) return readKitFiles(source.path);
    if ('zip' in source) return (await import('./read-kit-zip.ts')).readKitZip(source.zip);
    if (!isBuiltInKit(source.name))
      throw new Invalid({ name: [`There is no kit ${source.name}. There are ${BUILT_IN_KITS.join(', ')}.`] });
    return { files: readBuiltInKit(source.name), findings: [] };
  }

  async function read(source: KitSource): Promise<KitReading> {
    const { files, findings: unread, isUnreadable = false } = await filesOf(source);
    if (isUnreadable) return { files, kit: undefined, findings: unread };
    const { kit, findings } = await readKitOnThread({ files, now: clock(), apiPaths });
    if (unread.length === 0) return { files, kit, findings };
    return { files, kit: undefined, findings: [...unread, ...findings] };
  }

  async function requireKit(source: KitSource): Promise<{ readonly files: KitFiles; readonly kit: Kit }> {
    const { files, kit, findings } = await read(source);
    if (!kit) throw kitRefusal(findings);
    return { files, kit };
  }

  /** Runs `work`; errors about the seed get their place in the file. */
  async function withPlaces<T>({ files }: Pick<KitReading, 'files'>, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const found = flatErrors(error.errors);
      const seedPaths = found.map(([path]) => path);
      const { places } = await readKitOnThread({ files, now: clock(), seedPaths });
      const findings = found.map(([path, message], index) => ({
        ...(places[index] ?? { file: 'seed.json' }),
        message: `${path}: ${message}`,
      }));
      throw kitRefusal(findings);
    }
  }

  /** Returns what of a kit is not here. */
  function missingOf(actor: Actor, kit: Kit, taken: readonly string[]): Kit {
    return withoutPresent(kit, {
      slugs: new Set(taken),
      faults: new Set(faults.list(actor).map(({ rule }) => rule.name)),
      hasLesson: (name) => environment !== undefined && existsSync(join(environment.lessons, name)),
    });
  }

  async function load(
    actor: Actor,
    source: KitSource,
    { onlyMissing = false }: LoadOptions = {},
  ): Promise<KitReport> {
    access.requireOperator(actor);
    const reading = await requireKit(source);
    const left = onlyMissing ? seeds.taken(reading.kit.seed) : [];
    const wanted = onlyMissing ? missingOf(actor, reading.kit, left) : reading.kit;
    const { kit, played } = await withTools(wanted, environment?.hasProgram);
    const scripts = new Set(kit.scripts.keys());
    const seed = inPlaceOf(kit, userOf(actor)?.username);
    // What conflicts with the present data is found before repositories are made.
    await withPlaces(reading, () => seeds.check(seed, scripts));
    checkScripts(kit);
    const made = await makeAll(kit, keptPlayedWithout(wanted, played));
    const write = () => {
      for (const [name, script] of kit.scripts) buildScripts.save(actor, name, script);
      faults.addSwitchedOff(actor, kit.faults);
      changes.record(actor, { action: 'kit.load', after: { name: kit.manifest.name } });
    };
    // Those of built-in kits are there anyway.
    const newLessons = 'name' in source ? new Map<string, string>() : kit.lessons;
    const lessonFiles = environment && placeLessons(environment.lessons, newLessons);
    try {
      const placed = withRepositories(seed, kit, made.pathOf);
      const report = await withPlaces(reading, () => seeds.load(actor, placed, { scripts, write }));
      made.keep();
      nameLocalUser(actor, kit);
      const { repositories, faults: rules, lessons } = countKit(kit);
      return {
        ...report,
        name: kit.manifest.name,
        repositories,
        scripts: scripts.size,
        faults: rules,
        lessons,
        buildable: buildableSlugs(kit),
        played,
        left,
      };
    } catch (error) {
      made.discard();
      lessonFiles?.discard();
      throw error;
    }
  }

  /** Makes “you” of a kit that a command loads the person at this machine, so that the window asks for no name. */
  function nameLocalUser(actor: Actor, { manifest: { you } }: Kit): void {
    if (you === undefined || actor.kind === 'user' || settings.localUser() !== undefined) return;
    if (store.users.byUsername(you)?.active) settings.setLocalUser(actor, you);
  }

  /** @throws Invalid for a script whose name another one has here */
  function checkScripts(kit: Kit): void {
    const taken = [...kit.scripts].filter(([name, script]) => {
      const present = store.buildScripts.byName(name);
      return present !== undefined && JSON.stringify(present) !== JSON.stringify(script);
    });
    if (taken.length === 0) return;
    throw kitRefusal(
      taken.map(([name]) => ({
        file: `builds/${name}.yaml`,
        message: `There is another build script ${name} here. Rename one of them.`,
      })),
    );
  }

  async function makeAll(kit: Kit, playedWithout: PlayedWithout) {
    if (!environment) {
      if (kit.repositories.length > 0) throw new Unavailable('Repositories of kits cannot be made here.');
      return { pathOf: (name: string) => name, keep() {}, discard() {} };
    }
    return makeRepositories(environment, kit.manifest.name, kit.repositories, playedWithout);
  }

  /** Returns the name of the person at this machine; where nobody was asked for one, of the only user. */
  function you(actor: Actor): string | undefined {
    const person = userOf(actor) ?? settings.localUser();
    if (person) return person.username;
    const [only, ...more] = store.users.all().filter(({ active }) => active);
    return more.length === 0 ? only?.username : undefined;
  }

  const cards = new Map<string, KitCard>();

  return {
    /** Lists the built-in kits. */
    async list(): Promise<KitCard[]> {
      const { summarizeKit } = await import('../../model/kits/summarize-kit.ts');
      for (const id of BUILT_IN_KITS) {
        if (cards.has(id)) continue;
        cards.set(id, { id, ...summarizeKit(readBuiltInKit(id)) });
      }
      return [...cards.values()];
    },

    /** Reads a kit and says all that is wrong with it, in itself. */
    check: read,

    /**
     * Says what loading a kit would add, and which of its projects are here already.
     * @throws Invalid keyed by place for a kit with faults, or one that conflicts in another way
     */
    async preview(actor: Actor, source: KitSource): Promise<KitPreview> {
      access.requireOperator(actor);
      const reading = await requireKit(source);
      const { kit, played } = await withTools(reading.kit, environment?.hasProgram);
      const taken = seeds.taken(kit.seed);
      const missing = missingOf(actor, reading.kit, taken);
      if (taken.length === 0) {
        await withPlaces(reading, () => seeds.check(inPlaceOf(kit, undefined), new Set(kit.scripts.keys())));
        checkScripts(kit);
      }
      const { name, description } = kit.manifest;
      const id = 'name' in source ? source.name : '';
      const counts = countKit(kit);
      const hasMissing = missing.seed.projects.length > 0;
      const ofMissing = hasMissing ? { ...countKit(missing), users: seeds.newUsers(kit.seed) } : null;
      return { id, name, description, counts, taken, missing: ofMissing, played };
    },

    /**
     * Loads a kit on top of the present data, whole or not at all: repositories are made first, everything else comes in
     * one transaction. Fault rules are switched off, and no project may run code until a person allows it. With
     * `onlyMissing` only what is not here is loaded.
     * @throws Invalid keyed by places such as `seed.json:12:5` @throws Forbidden unless asked at this machine
     */
    load,

    /**
     * Makes a kit of the present data, without tokens, values of variables, secrets and addresses of hooks, passwords of
     * repositories and paths of this computer. @throws Forbidden @throws Conflict when one of these would stay in it
     * @throws Unavailable without the data key
     */
    async make(actor: Actor, kit: NewKit): Promise<MadeKit> {
      access.requireOperator(actor);
      const slugs = store.repositories.all().map(({ slug }) => slug);
      const ids = store.projects.bySlugs(slugs).map(({ project }) => project.id);
      const folders = environment ? [dirname(environment.folder)] : [];
      const secrets = await collectKitSecrets(store, ids, environmentVariables, integrations, folders);
      const { makeKit } = await import('./make-kit.ts');
      return store.read(() => makeKit(store, { ...kit, you: you(actor) }, secrets, clock()));
    },

    /** Removes repositories of a kit whose loading was cut off. */
    finishInterrupted(): void {
      if (environment)
        finishInterruptedLoads(environment.folder, () => store.repositories.all().map(({ url }) => url));
    },
  };
}

export type Kits = ReturnType<typeof createKits>;
