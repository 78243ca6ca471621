import { routeGroups } from '../../functions/routes.ts';
import { freshAccount, inProcess, testContext } from '../support/api.ts';
import { automationWorld } from '../support/automations.ts';
import { examplesOf, shownAnswer } from '../support/page-examples.ts';

test('docs/sending.md: every example does what the page says, in the order of the page', async () => {
  const ctx = testContext();
  const { api_key, domain } = await freshAccount(ctx);
  const { public: _noKey, ...groups } = routeGroups;
  const call = inProcess(ctx, Object.values(groups).flat(), api_key);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  let last = '';
  const fill = (text: string) =>
    text
      .replaceAll('acme.test', domain)
      .replaceAll('{email}', last)
      .replaceAll('{in_two_days}', inDays(2))
      .replaceAll('{in_three_days}', inDays(3));
  const answers: [string, number][] = [];
  let compared = 0;
  const page = examplesOf('sending.md');
  for (const { method, path, headers, raw, answer } of page.examples) {
    const request = raw === '' ? { headers } : { headers, raw: fill(raw) };
    const { status, body } = await call(method, fill(path), request);
    answers.push([`${method} ${path}: ${JSON.stringify(body.error ?? null)}`, status]);
    if (typeof body.id === 'string') last = body.id;
    if (answer === null) continue;
    expect({ path, ...body }).toMatchObject({ path, ...shownAnswer(answer) });
    compared++;
  }
  expect(answers.length).toBeGreaterThanOrEqual(14);
  expect(compared).toBe(page.shown);
  expect(answers.filter(([, status]) => status !== 200 && status !== 201)).toEqual([]);
});

test('docs/automations.md: every example does what the page says, in the order of the page', async () => {
  const { call, domain, work } = await automationWorld();
  const last = { automation: '', run: '' };
  const fill = (text: string) =>
    text
      .replaceAll('acme.test', domain)
      .replaceAll('{automation}', last.automation)
      .replaceAll('{run}', last.run);
  let compared = 0;
  const page = examplesOf('automations.md');
  for (const { method, path, headers, raw, answer } of page.examples) {
    const request = raw === '' ? { headers } : { headers, raw: fill(raw) };
    const { status, body } = await call(method, fill(path), request);
    expect([`${method} ${path}: ${JSON.stringify(body.error ?? null)}`, status < 300]).toEqual([
      `${method} ${path}: null`,
      true,
    ]);
    const { automation, runs } = body as { automation?: { id: string }; runs?: { id: string }[] };
    if (path === '/automations' && last.automation === '') last.automation = automation?.id ?? '';
    if (runs) last.run = runs[0]?.id ?? '';
    await work();
    if (answer === null) continue;
    expect({ path, ...body }).toMatchObject({ path, ...shownAnswer(answer) });
    compared++;
  }
  expect(page.examples.length).toBeGreaterThanOrEqual(9);
  expect(compared).toBe(page.shown);
});
