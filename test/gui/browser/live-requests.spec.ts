import { expect, test } from '../headless-app.ts';

test.use({ freshPage: true, startsAt: null });

const body = (name: string) => ({ name, repository: { url: 'https://git.example.org/a.git', type: 'git' } });

test('a change of one project causes no requests of a screen that shows another', async ({
  page,
  app,
  context,
}) => {
  for (const name of ['Almanac', 'Tidewater']) await app.api('POST', '/api/v3/projects/', body(name));
  await app.open(page, '/projects/almanac/versions');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Almanac');
  const other = await context.newPage();
  await other.goto(`${app.url}/projects/tidewater`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Tidewater');

  const asked: string[] = [];
  page.on('request', (request) => {
    const procedures = /\/desk\/([^?]*)/.exec(request.url())?.[1];
    if (procedures !== undefined) asked.push(...procedures.split(','));
  });
  const times = (procedure: string) => asked.filter((each) => each === procedure).length;
  const redirect = { type: 'page', from_url: '/a.html', to_url: '/b.html' };
  await app.api('POST', '/api/v3/projects/tidewater/redirects/', redirect);
  await app.api('PATCH', '/api/v3/projects/tidewater/', { name: 'Tidewater tables' });
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Tidewater tables');
  // The tabs share one stream, so this one has received it as well.
  await app.api('PATCH', '/api/v3/projects/almanac/', { name: 'Almanac of tides' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Almanac of tides');
  expect(times('project.header')).toBe(1);
  expect(times('versions.list')).toBe(1);
  expect(times('system.counts')).toBe(0);
});
