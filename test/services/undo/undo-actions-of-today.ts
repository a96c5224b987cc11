import fc from 'fast-check';
import { SAMPLE_SEED } from '../../support/sample-seed.ts';
import { anySlug, arbitraryAction, redirectsOf, type UndoAction } from './undo-actions.ts';
import type { UndoFixture } from './undo-fixture.ts';

/** The sample, whose `pip` has a variable without a value, two of one name, and redirects of today. */
export const SEED_OF_TODAY = {
  ...SAMPLE_SEED,
  projects: SAMPLE_SEED.projects.map((project) =>
    project.slug === 'pip'
      ? {
          ...project,
          environment_variables: [
            ...project.environment_variables,
            { pk: 4, name: 'KEY', value: 'another value', any_name: true, public: true },
            { pk: 5, name: 'PULLED', value: null },
          ],
          redirects: [
            ...project.redirects,
            { pk: 6, type: 'page', from_url: '/old/*', to_url: '/new/:splat', dialect: 'current' },
            { pk: 7, type: 'clean_url_to_html', force: true, http_status: '301', description: 'Clean' },
          ],
        }
      : project,
  ),
};

const anyRule = fc.constantFrom(
  { type: 'page', from_url: '/a/*', to_url: '/b/:splat' } as const,
  { type: 'exact', from_url: '/en/a/*', to_url: '/en/b/:splat' } as const,
  { type: 'page', from_url: '/c', to_url: '/d' } as const,
  { type: 'html_to_clean_url' } as const,
);
const anyPosition = fc.nat(4);
const anyOptions = fc.record(
  {
    enabled: fc.boolean(),
    force: fc.boolean(),
    http_status: fc.constantFrom(301 as const, 302 as const),
    description: fc.constantFrom(null, 'one', 'two'),
  },
  { requiredKeys: [] },
);

/** What the service has gained since 2020, also what will be refused. */
export const ANY_ACTION_OF_TODAY: fc.Arbitrary<UndoAction> = fc.oneof(
  arbitraryAction(
    'add redirect of today',
    fc.tuple(anySlug, anyRule, fc.option(anyPosition, { nil: undefined }), anyOptions),
    ({ services, operator }, [slug, rule, position, options]) =>
      services.currentRedirects.create(operator, slug, {
        ...rule,
        ...options,
        ...(position !== undefined && { position }),
      }),
  ),
  arbitraryAction(
    'move redirect',
    fc.tuple(anySlug, fc.nat(4), anyPosition),
    (fixture, [slug, at, position]) =>
      fixture.services.currentRedirects.update(fixture.operator, slug, idAt(fixture, slug, at), { position }),
  ),
  arbitraryAction('set redirect', fc.tuple(anySlug, fc.nat(4), anyOptions), (fixture, [slug, at, options]) =>
    fixture.services.currentRedirects.update(fixture.operator, slug, idAt(fixture, slug, at), options),
  ),
  arbitraryAction('rewrite redirect', fc.tuple(anySlug, fc.nat(4), anyRule), (fixture, [slug, at, rule]) =>
    fixture.services.currentRedirects.update(fixture.operator, slug, idAt(fixture, slug, at), rule),
  ),
  arbitraryAction('remove redirect of today', fc.tuple(anySlug, fc.nat(4)), (fixture, [slug, at]) =>
    fixture.services.currentRedirects.remove(fixture.operator, slug, idAt(fixture, slug, at)),
  ),
  arbitraryAction('change redirect in words of 2020', fc.tuple(anySlug, fc.nat(4)), (fixture, [slug, at]) =>
    fixture.services.redirectsOf2020.replace(fixture.operator, slug, idAt(fixture, slug, at), {
      ...{ type: 'prefix', from_url: '/p/', to_url: '' },
    }),
  ),
  arbitraryAction(
    'add variable of today',
    fc.tuple(anySlug, fc.constantFrom('KEY', 'OTHER', 'READTHEDOCS x'), fc.boolean()),
    ({ services, operator }, [slug, name, isPublic]) =>
      services.environmentVariables.createAsToday(operator, slug, { name, value: 'new', public: isPublic }),
  ),
  arbitraryAction('fill in variable', anySlug, ({ services, operator }, slug) =>
    services.environmentVariables.replace(operator, slug, 'PULLED', 'known now'),
  ),
  arbitraryAction(
    'remove variable of a name',
    fc.tuple(anySlug, fc.constantFrom('KEY', 'PULLED'), fc.nat(1)),
    (fixture, [slug, name, at]) => removeVariable(fixture, slug, name, at),
  ),
  arbitraryAction(
    'set variable public',
    fc.tuple(anySlug, fc.nat(3), fc.boolean()),
    ({ services, operator }, [slug, at, isPublic]) => {
      const { items } = services.environmentVariables.list(operator, slug, { limit: 9, offset: 0 });
      services.environmentVariables.setPublic(operator, slug, items.at(at)?.id ?? 0, isPublic);
    },
  ),
  arbitraryAction(
    'hide version',
    fc.tuple(anySlug, fc.constantFrom('latest', '10'), fc.boolean()),
    ({ services, operator }, [slug, version, hidden]) =>
      services.versions.update(operator, slug, version, { hidden }),
  ),
  arbitraryAction(
    'change fields of today',
    fc.tuple(
      anySlug,
      fc.record(
        {
          versioning_scheme: fc.constantFrom(
            'multiple_versions_with_translations' as const,
            'multiple_versions_without_translations' as const,
            'single_version_without_translations' as const,
          ),
          readthedocs_yaml_path: fc.constantFrom(null, 'docs/.readthedocs.yaml'),
          tags: fc.constantFrom<string[]>([], ['a', 'b']),
        },
        { requiredKeys: [] },
      ),
    ),
    ({ services, operator }, [slug, body]) => services.currentProjects.update(operator, slug, body),
  ),
);

/** What few random sequences hold. */
export const RARE_ACTIONS_OF_TODAY: readonly UndoAction[] = [
  {
    label: 'remove the older of two variables of a name',
    run: (fixture) => removeVariable(fixture, 'pip', 'KEY', 1),
  },
  {
    label: 'make a variable public',
    run: ({ services, operator }) => services.environmentVariables.setPublic(operator, 'pip', 5, true),
  },
  {
    label: 'remove the variable without a value',
    run: (fixture) => removeVariable(fixture, 'pip', 'PULLED', 0),
  },
];

function idAt(fixture: UndoFixture, slug: string, at: number): number {
  return redirectsOf(fixture, slug).at(at) ?? 0;
}

function removeVariable({ services, operator }: UndoFixture, slug: string, name: string, at: number): void {
  const { items } = services.environmentVariables.list(operator, slug, { limit: 20, offset: 0 });
  const ofName = items.filter((variable) => variable.name === name);
  services.environmentVariables.remove(operator, slug, ofName.at(at)?.id ?? 0);
}
