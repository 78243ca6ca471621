import { testClock, testContext } from '../support/api.ts';
import { elementsOf, fieldsOf, formOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const day_ms = 86_400_000;

test('a new time is at most 90 days ahead, as its hint says; a second more is refused and kept [D31, H6]', async () => {
  const { runtime, hold } = testClock();
  hold();
  const ctx = testContext({ runtime });
  const { account, domain, browser } = await owner(ctx);
  const at = (ms: number) => new Date(Math.floor(runtime.now() / 1000) * 1000 + ms).toISOString();
  const { fields } = formOf((await browser.get('/emails/new')).text, '/emails/new');
  const email = { from: `a@${domain}`, to: account.email, subject: 's', text: 't', scheduled_at: at(day_ms) };
  const { location } = await browser.post('/emails/new', { ...fields, ...email });
  const path = new URL(location ?? '', 'http://x').pathname;
  expect((await browser.get(path)).text).toContain('At most 90 days ahead');
  const reschedule = (scheduled_at: string) =>
    browser.post(`${path}/reschedule`, { account: account.id, scheduled_at });
  const late = at(90 * day_ms + 1_000);
  const refused = await reschedule(late);
  expect([refused.status, fieldsOf(refused.text).scheduled_at]).toEqual([400, late.slice(0, 19)]);
  expect(refused.text).toContain('id="scheduled_at-error"');
  expect((await reschedule(at(90 * day_ms))).status).toBe(303);
});

test('a send time is chosen from a calendar, and without a zone is in UTC [D31, D85]', async () => {
  const { runtime, hold } = testClock();
  hold();
  const ctx = testContext({ runtime });
  const { account, domain, browser, call } = await owner(ctx);
  const inputOf = (text: string) =>
    elementsOf(text).find(({ attributes }) => attributes.name === 'scheduled_at')?.attributes;
  const at = (days: number) => new Date(runtime.now() + days * day_ms).toISOString();
  const page = (await browser.get('/emails/new')).text;
  expect(inputOf(page)).toMatchObject({ type: 'datetime-local', 'data-utc': expect.anything() });
  const { fields } = formOf(page, '/emails/new');
  const email = { from: `a@${domain}`, to: account.email, subject: 's', text: 't' };
  const scheduled_at = at(1).slice(0, 16);
  const { location } = await browser.post('/emails/new', { ...fields, ...email, scheduled_at });
  const path = new URL(location ?? '', 'http://x').pathname;
  const read = async () => ((await call('GET', path)).body.email as { scheduled_at: string }).scheduled_at;
  expect(await read()).toBe(`${scheduled_at}:00.000Z`);
  expect(inputOf((await browser.get(path)).text)).toMatchObject({ type: 'datetime-local' });
  await browser.post(`${path}/reschedule`, { account: account.id, scheduled_at: at(2).slice(0, 19) });
  expect(await read()).toBe(`${at(2).slice(0, 19)}.000Z`);
});

test('the list of scheduled emails begins with the next one', async () => {
  const ctx = testContext();
  const { account, domain, browser, call } = await owner(ctx);
  const names: Record<number, string> = { 3: 'Third', 1: 'First', 2: 'Second' };
  for (const days of [3, 1, 2]) {
    const scheduled_at = new Date(ctx.runtime.now() + days * day_ms).toISOString();
    const mail = { from: `a@${domain}`, to: account.email, subject: names[days], text: 't', scheduled_at };
    expect((await call('POST', '/emails', { body: mail })).status).toBe(200);
  }
  const { text } = await browser.get('/scheduled');
  expect([...text.matchAll(/>(First|Second|Third)</g)].map(([, name]) => name)).toEqual([
    'First',
    'Second',
    'Third',
  ]);
});
