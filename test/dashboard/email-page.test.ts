import { elementsOf, formsOf, signIn } from '../support/browser.ts';
import { capturedAccount } from '../support/captured.ts';
import { indexesCaughtUp } from '../support/lag.ts';

async function world() {
  const captured = await capturedAccount();
  const browser = await signIn(captured.ctx, captured.account);
  return { ...captured, browser, page: async (path: string) => (await browser.get(path)).text };
}

/** Where the links to the neighbors lead, by their names. */
const neighborsIn = (html: string) =>
  Object.fromEntries(
    elementsOf(html).flatMap(({ attributes: { rel = '', href = '', 'aria-label': label } }) =>
      /^(prev|next)$/.test(rel) ? [[label, href]] : [],
    ),
  );

test('an email leads to the next newer and the next older one in the list [D24]', async () => {
  const { send, clock, page } = await world();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    clock.advance(1_000);
    ids.push(await send());
  }
  const [first, second, third] = ids.map((id) => `/emails/${id}`);
  expect(neighborsIn(await page(`${second}`))).toEqual({ 'Newer email': third, 'Older email': first });
  expect(neighborsIn(await page(`${first}`))).toEqual({ 'Newer email': second });
  expect(neighborsIn(await page(`${third}`))).toEqual({ 'Older email': second });
});

test('neighbors are the nearest over all shards of a list, without expired ones [P23]', async () => {
  const { ctx, account, send, clock } = await world();
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) {
    clock.advance(1_000);
    ids.push(await send());
  }
  const list = { account: account.id, tenant: null, shards: account.email_shards };
  await indexesCaughtUp();
  for (const [i, id] of ids.entries())
    expect(await ctx.emails.neighbors({ ...list, id: id as `msg_${string}` })).toEqual({
      newer: ids[i + 1] ?? null,
      older: ids[i - 1] ?? null,
    });
  clock.advance(ctx.settings.retention.email * 1000 - 6_000);
  expect(await ctx.emails.neighbors({ ...list, id: ids[6] as `msg_${string}` })).toMatchObject({
    newer: ids[7],
  });
  expect(await ctx.emails.neighbors({ ...list, id: ids[1] as `msg_${string}` })).toMatchObject({
    older: null,
  });
});

test('a page whose neighbors can’t be read is still whole [D30]', async () => {
  const { ctx, account, send } = await world();
  const id = await send();
  const neighbors = () => Promise.reject(new Error('no answer'));
  const browser = await signIn({ ...ctx, emails: { ...ctx.emails, neighbors } }, account);
  const { status, text } = await browser.get(`/emails/${id}`);
  expect({ status, found: neighborsIn(text), whole: text.includes('ada@x.example') }).toEqual({
    status: 200,
    found: {},
    whole: true,
  });
});

test('a resend asks first, and says to whom it goes and what it leaves out [D32]', async () => {
  const { send, page, browser, account, get } = await world();
  const attachments = [{ name: 'Bill.pdf', content: 'aGk=' }];
  const id = await send({
    to: ['a@x.example', 'b@x.example'],
    cc: ['c@x.example', 'd@x.example'],
    attachments,
  });
  const shown = await page(`/emails/${id}`);
  expect(formsOf(shown).filter(({ action }) => action.endsWith('/resend'))).toEqual([]);
  const link = elementsOf(shown).find(({ attributes }) => attributes.href === `/emails/${id}/resend`);
  expect(link?.attributes).toHaveProperty('data-asks');
  const asked = await page(`/emails/${id}/resend`);
  for (const words of ['c@x.example', 'and 1 more', 'leaves out the attachment', 'Bill.pdf', '2 bytes'])
    expect(asked).toContain(words);
  expect(asked).not.toContain('d@x.example');
  const plain = await send();
  expect(await page(`/emails/${plain}/resend`)).not.toContain('leaves out');
  const early = await browser.post(`/emails/${id}/resend`, { account: account.id, request: 'r'.repeat(43) });
  expect({ status: early.status, sent: (await get(id)).status }).toEqual({ status: 409, sent: 'queued' });
});

test('events have their words, an icon, and the server’s answer; of a program’s open it says so [D24]', async () => {
  const { ctx, account, send, page, clock } = await world();
  const id = await send();
  const event = async (type: 'email.delivered' | 'email.opened' | 'email.clicked', data: object) => {
    clock.advance(1_000);
    const at = new Date(clock.runtime.now()).toISOString();
    const of = { id: ctx.runtime.id('evt'), email_id: id, account: account.id, position: 0, variant: type };
    const times = { occurred_at: at, created_at: at };
    await ctx.events.putEvent({ ...of, ...times, type, data: { message_id: '<1@ses>', ...data } });
  };
  await event('email.opened', { machine: true });
  await event('email.clicked', { machine: false, url: 'https://x.example/a?b=1' });
  const text = await page(`/emails/${id}`);
  const items = (/<ol class="timeline".*?<\/ol>/s.exec(text)?.[0] ?? '').split('<li>').slice(1);
  const tone = (item = '') => /class="mark ([a-z]*)"><i class="icon i-([a-z]+)/.exec(item)?.slice(1);
  expect(items.map(tone)).toEqual([
    ['', 'clock'],
    ['', 'eye'],
    ['good', 'click'],
  ]);
  expect(items[1]).toContain('Probably a program, not a person');
  expect(items[2]).toContain('https://x.example/a?b=1');
  expect(items[2]).not.toContain('Probably');
  expect(items[2]).not.toContain('href="https://x.example');
});

test('a long run of one kind of event is folded, except for its first and last [D24]', async () => {
  const { ctx, account, send, page, clock } = await world();
  const id = await send();
  const opened = async (n: number) => {
    clock.advance(1_000);
    const at = new Date(clock.runtime.now()).toISOString();
    const of = { id: ctx.runtime.id('evt'), email_id: id, account: account.id, position: 0, variant: `${n}` };
    const data = { message_id: '<1@ses>', machine: false };
    await ctx.events.putEvent({ ...of, type: 'email.opened', occurred_at: at, created_at: at, data });
  };
  for (let i = 0; i < 4; i++) await opened(i);
  expect(await page(`/emails/${id}`)).not.toContain('more</summary>');
  for (let i = 4; i < 9; i++) await opened(i);
  const shown = await page(`/emails/${id}`);
  const text = shown.slice(shown.indexOf('class="timeline"'));
  const [before = '', folded = '', after = ''] = text.split(
    /<details><summary>7 more<\/summary>|<\/details>/,
  );
  const opens = (part: string) => part.split('<strong>Opened</strong>').length - 1;
  expect([before, folded, after].map(opens)).toEqual([1, 7, 1]);
});

test.each([
  ['markup', '"><script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['a direction', 'a\u202Egnp.exe'],
])('%s of an email is text in every tab [D36]', async (_, hostile) => {
  const { send, page, clock } = await world();
  await send();
  clock.advance(1_000);
  const plain = await send({ subject: 'p', text: 'p', html: '<p>p</p>', headers: { 'X-A': 'p' } });
  clock.advance(1_000);
  const id = await send({
    subject: hostile,
    text: hostile,
    html: `<p>${hostile}</p>`,
    headers: { 'X-A': 'p' },
    tags: [],
  });
  clock.advance(1_000);
  await send();
  const skeleton = (html: string) =>
    elementsOf(html)
      .filter(({ name }) => name !== 'mark' && name !== 'bdi')
      .map(({ name }) => name);
  for (const view of ['preview', 'html', 'text', 'source', 'headers', 'json']) {
    const text = await page(`/emails/${id}?view=${view}`);
    expect([view, skeleton(text)]).toEqual([view, skeleton(await page(`/emails/${plain}?view=${view}`))]);
    expect(text).not.toContain('\u202E');
  }
});
