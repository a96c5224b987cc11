import { parseSeed } from '../../../model/seeds/seed.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ServiceContext } from '../../kernel/context.ts';
import type { SeedReport, SeedsService } from '../seeds.ts';
import { sampleSeed } from './sample-seed.ts';

/** A library to try things on: projects of made-up people in every state that there is. */
export function createSampleLibrary({ access, clock }: ServiceContext, seeds: SeedsService) {
  return {
    /**
     * Loads it whole or not at all.
     * @throws NotAuthenticated before somebody has said their name @throws Forbidden unless asked at this machine
     * @throws Invalid when a project of it is there already
     */
    async load(actor: Actor): Promise<SeedReport> {
      const { username } = access.requireUser(actor);
      access.requireOperator(actor);
      return seeds.load(actor, parseSeed(sampleSeed(username, clock())));
    },
  };
}
