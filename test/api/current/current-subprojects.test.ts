import { expect } from 'vitest';
import { REQUIRED } from '../../../src-server/model/base/fields.ts';
import { type Scenario, scenarios } from '../../support/api/scenarios.ts';
import {
  CURRENT,
  missing,
  NO_CREDENTIALS,
  NO_PERMISSION,
  noMatch,
  OWN,
  P,
  urlOf,
} from './current-fixture.ts';

const SUBPROJECTS = `${OWN}subprojects/`;
const subproject = (name: string, body: object, answer: object): Scenario => ({
  ...{ name, as: 'alice', method: 'POST', path: SUBPROJECTS, body, expect: { status: 400, body: answer } },
});

scenarios(
  'subprojects of today',
  [
    {
      as: 'nobody',
      method: 'GET',
      path: SUBPROJECTS,
      expect: {
        status: 200,
        partial: {
          count: 1,
          results: [
            {
              _links: { _self: urlOf(`${SUBPROJECTS}kid/`), parent: urlOf(OWN) },
              alias: 'kid',
              child: { slug: 'own-child' },
            },
          ],
        },
      },
      after: (_, { text }) => expect(text).not.toContain('subproject_of'),
    },
    { as: 'nobody', method: 'GET', path: `${SUBPROJECTS}kid/`, expect: { status: 200 } },
    missing('nobody', `${SUBPROJECTS}nope/`, 'ProjectRelationship'),
    missing('alice', `${P}x/subprojects/`, 'Project'),
    {
      as: 'nobody',
      method: 'POST',
      path: SUBPROJECTS,
      body: {},
      expect: { status: 401, body: NO_CREDENTIALS },
    },
    {
      as: 'stranger',
      method: 'POST',
      path: SUBPROJECTS,
      body: {},
      expect: { status: 403, body: NO_PERMISSION },
    },
    subproject('no child', {}, { child: [REQUIRED] }),
    ...['open', 'own', 'own-child', 'nope'].map((child) =>
      subproject(
        `${child} as child`,
        { child },
        {
          child: [`Project with slug=${child} is not valid as subproject`],
        },
      ),
    ),
    subproject(
      'an alias with a space',
      { child: 'own-spare', alias: 'a b' },
      {
        alias: ['Aliases can contain letters, numbers, underscores, and hyphens.'],
      },
    ),
    subproject(
      'a wrong child with a wrong alias',
      { child: 'open', alias: 'a b' },
      {
        alias: ['Aliases can contain letters, numbers, underscores, and hyphens.'],
        child: ['Project with slug=open is not valid as subproject'],
      },
    ),
    subproject(
      'a list as child',
      { child: ['own-spare'] },
      { child: ["Project with slug=['own-spare'] is not valid as subproject"] },
    ),
    subproject(
      'an alias with a slash',
      { child: 'own-spare', alias: 'a/b' },
      {
        non_field_errors: ["Aliases can't contain slashes."],
      },
    ),
    subproject(
      'an alias that is taken',
      { child: 'own-spare', alias: 'kid' },
      {
        alias: ['A subproject with this alias already exists'],
      },
    ),
    {
      name: 'below a subproject',
      as: 'alice',
      method: 'POST',
      path: `${P}own-child/subprojects/`,
      body: { child: 'own-spare' },
      expect: { status: 400, body: { non_field_errors: ['Subproject nesting is not supported'] } },
    },
    {
      as: 'alice',
      method: 'POST',
      path: SUBPROJECTS,
      body: { child: 'own-spare', alias: '' },
      expect: { status: 201, partial: { alias: 'own-spare', child: { slug: 'own-spare' } } },
    },
    { as: 'alice', method: 'DELETE', path: `${SUBPROJECTS}own-spare/`, expect: { status: 204 } },
    {
      as: 'alice',
      method: 'DELETE',
      path: `${SUBPROJECTS}own-spare/`,
      expect: { status: 404, body: noMatch('ProjectRelationship') },
    },
  ],
  CURRENT,
);
