import { describe, expect, test } from 'vitest';
import { parseBody } from '../../../src-server/model/base/fields.ts';
import { ProjectDetailsBody, ProjectPatchBody } from '../../../src-server/model/projects/project.ts';
import { errorsOf } from '../../support/api/errors-of.ts';

describe('what the desk may change of a project', () => {
  test('is more than the public API takes', () => {
    const body = {
      description: 'd',
      tags: ['x'],
      privacy_level: 'private',
      documentation_type: 'mkdocs',
      homepage: '',
    };
    expect(parseBody(ProjectDetailsBody, body)).toEqual(body);
    expect(parseBody(ProjectPatchBody, { ...body, homepage: 'https://x.org' })).toEqual({
      homepage: 'https://x.org',
    });
    expect(errorsOf(() => parseBody(ProjectPatchBody, { homepage: '' }))).toEqual({
      homepage: ['This field may not be blank.'],
    });
  });

  test('keeps tags trimmed, once each, in order', () => {
    expect(parseBody(ProjectDetailsBody, { tags: [' b ', 'a', 'b', '', '  '] })).toEqual({
      tags: ['b', 'a'],
    });
    expect(parseBody(ProjectDetailsBody, { tags: [] })).toEqual({ tags: [] });
  });

  test.each([
    [{ tags: null }, 'This field may not be null.'],
    [{ tags: 'a' }, 'Expected a list of tags.'],
    [{ tags: ['a', 5] }, 'Not a valid string.'],
    [{ tags: ['a,b'] }, '"a,b" holds a comma. Give two tags instead.'],
    [{ tags: ['a\u0007'] }, 'A tag cannot hold control characters.'],
    [{ tags: ['x'.repeat(101)] }, `"${'x'.repeat(20)}…" is longer than 100 characters.`],
    [{ tags: Array.from({ length: 31 }, (_, at) => `t${at}`) }, 'A project has at most 30 tags.'],
  ])('refuses %j', (body, message) => {
    expect(errorsOf(() => parseBody(ProjectDetailsBody, body))).toEqual({ tags: [message] });
  });

  test('refuses invalid choices and URLs', () => {
    const body = {
      privacy_level: 'secret',
      documentation_type: 'word',
      homepage: 'x',
      description: 'd'.repeat(2001),
    };
    expect(Object.keys(errorsOf(() => parseBody(ProjectDetailsBody, body)) ?? {}).sort()).toEqual(
      Object.keys(body).sort(),
    );
  });
});
