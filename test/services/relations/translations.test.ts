import { describe, expect, test } from 'vitest';
import { Forbidden, NotFound } from '../../../src-server/model/base/problems.ts';
import { errorsOf } from '../../support/api/errors-of.ts';
import { type DeskFixture, openDeskFixture, seedProject } from '../undo/desk-fixture.ts';

const LIST = { limit: 10, offset: 0 };

function open(): Promise<DeskFixture> {
  return openDeskFixture({
    users: [{ username: 'alice' }, { username: 'bob' }],
    projects: [
      seedProject('main'),
      seedProject('main-es', { language: 'es', translation_of: 'main' }),
      seedProject('other-es', { language: 'es' }),
      seedProject('other-en'),
      seedProject('de', { language: 'de', privacy_level: 'private' }),
      seedProject('parent-fr', { language: 'fr' }),
      seedProject('child-ja', { language: 'ja', translation_of: 'parent-fr' }),
      seedProject('theirs-it', { language: 'it', users: ['bob'], privacy_level: 'private' }),
    ],
  });
}

describe('a translation (behaviour.md 11)', () => {
  test.each([
    ['main-es', 'de', 'Project "main-es" is already a translation'],
    ['main', 'nope', 'Project "nope" does not exist.'],
    ['main', 'main', 'Project "main" does not exist.'],
    ['main', 'main-es', 'Project "main-es" does not exist.'],
    ['main', 'child-ja', 'Project "child-ja" does not exist.'],
    ['main', 'theirs-it', 'Project "theirs-it" does not exist.'],
    ['main', 'other-en', 'Both projects can not have the same language (English).'],
    ['main', 'other-es', 'This project already has a translation for Spanish.'],
    ['main', 'parent-fr', 'A project with existing translations can not be added as a project translation.'],
  ])('of %s by %s is refused beside the field', async (main, slug, message) => {
    const { services, as, dump } = await open();
    const before = dump();
    expect(errorsOf(() => services.translations.add(as('alice'), main, slug))).toEqual({
      project: [message],
    });
    expect(dump()).toEqual(before);
  });

  test('is added and removed, and is then its own again', async () => {
    const { services, as, store } = await open();
    services.translations.add(as('alice'), 'main', 'de');
    expect(services.projects.get(as('alice'), 'de').mainProject?.project.slug).toBe('main');
    const slugs = () =>
      services.translations.list(as('alice'), 'main', LIST).items.map(({ project }) => project.slug);
    expect(slugs()).toEqual(['de', 'main-es']);
    services.translations.remove(as('alice'), 'main', 'de');
    expect(slugs()).toEqual(['main-es']);
    const [removed, added] = store.journal.newest(0, 2);
    const [mainId, id] = [store.projects.idOf('main'), store.projects.idOf('de')];
    expect(added).toMatchObject({ action: 'translation.add', projectId: mainId, subjectId: id });
    expect(removed).toMatchObject({ action: 'translation.remove', before: { translationOf: mainId } });
    expect(() => services.translations.remove(as('alice'), 'main', 'de')).toThrow(NotFound);
  });

  test('cannot be added by others, and always by the operator', async () => {
    const { services, as, operator } = await open();
    expect(() => services.translations.add(as('bob'), 'main', 'theirs-it')).toThrow(Forbidden);
    expect(() => services.translations.remove(as('bob'), 'main', 'main-es')).toThrow(Forbidden);
    expect(() => services.translations.candidates(as('bob'), 'main', '')).toThrow(Forbidden);
    services.translations.add(operator, 'main', 'theirs-it');
    const translationsSeenBy = (actor: typeof operator) =>
      services.translations.list(actor, 'main', LIST).items.map(({ project }) => project.slug);
    expect(translationsSeenBy(operator)).toEqual(['main-es', 'theirs-it']);
    expect(translationsSeenBy(as('alice'))).toEqual(['main-es']);
  });

  test('is offered only where it can be added', async () => {
    const { services, as, operator } = await open();
    const slugs = (actor: typeof operator, text = '', main = 'main') =>
      services.translations.candidates(actor, main, text).map(({ slug }) => slug);
    expect(slugs(as('alice'))).toEqual(['de']);
    expect(slugs(operator)).toEqual(['de', 'theirs-it']);
    expect(slugs(operator, ' IT ')).toEqual(['theirs-it']);
    expect(slugs(operator, '', 'main-es')).toEqual([]);
    for (const slug of slugs(operator)) services.translations.add(operator, 'main', slug);
    expect(slugs(operator)).toEqual([]);
  });
});
