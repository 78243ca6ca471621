import { emailRoutes } from '../../functions/emails/routes.ts';
import { keys } from '../../shared/store/schema.ts';
import { inProcess, keyWith } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { idOf } from '../support/ids.ts';
import { suppressionOf } from '../support/records.ts';
import { testTable } from '../support/table.ts';

/** An account with one email that went out. */
async function sentOne(change: Record<string, unknown> = {}) {
  const world = await capturedAccount();
  const id = await world.send(change);
  await world.deliver({ id, account: world.account.id });
  return { ...world, id };
}

test('a resend repeats everything but the attachments, under an id of its own [H14, Q27]', async () => {
  const original = {
    cc: ['Bob <bob@x.example>'],
    bcc: ['eve@x.example'],
    reply_to: ['r@x.example'],
    tags: { kind: 'reset' },
    headers: { 'X-Order': '4711' },
    category: 'product',
    html: '<p>Hi</p>',
    attachments: [{ name: 'a.txt', data: 'aGk=' }],
  };
  const { call, get, id, deliver, account, mails } = await sentOne(original);
  await testTable().update(keys.email(id), 'SET template = :name', { values: { ':name': 'reset' } });
  const { status, body } = await call('POST', `/emails/${id}/resend`);
  expect([status, body]).toEqual([
    200,
    { id: expect.stringMatching(/^msg_/), status: 'sent', resent_from: id, attachments_omitted: 1 },
  ]);
  expect(body.id).not.toBe(id);
  const { from, to, cc, bcc, reply_to, subject, tags, category } = await get(id);
  expect(await get(body.id as string)).toMatchObject({
    from,
    to,
    cc,
    bcc,
    reply_to,
    subject,
    tags,
    category,
    template: 'reset',
    source: 'resend',
    resent_from: id,
    status: 'queued',
  });
  await deliver({ id: idOf('msg', body.id), account: account.id });
  const [first, second] = mails.map((mail) => mail.raw);
  expect(first).toContain('a.txt');
  expect(second).not.toContain('a.txt');
  for (const raw of [first, second]) {
    expect(raw).toContain('X-Order: 4711');
    expect(raw).toContain('<p>Hi</p>');
  }
});

test('what was accepted with an address that is refused now is not sent again [A71]', async () => {
  const { call, id } = await sentOne();
  const forged = '=?utf-8?q?ceo=40bank.example?=@x.example';
  const values = { ':to': [`Ann <${forged}>`] };
  await testTable().update(keys.email(id), 'SET #to = :to', { names: { '#to': 'to' }, values });
  const { status, body } = await call('POST', `/emails/${id}/resend`);
  expect([status, body.error?.details]).toMatchObject([400, { issues: [{ path: 'id', rule: 'format' }] }]);
});

test('a cancelled email may be resent, and goes out at once [Q27]', async () => {
  const { call, send, ahead, get } = await capturedAccount();
  const id = await send({ scheduled_at: ahead(3600) });
  await call('PATCH', `/emails/${id}`, { body: { cancel: true } });
  const { status, body } = await call('POST', `/emails/${id}/resend`);
  expect(status).toBe(200);
  expect(await get(body.id as string)).toMatchObject({
    status: 'queued',
    scheduled_at: null,
    resent_from: id,
  });
});

test('a queued or scheduled email is 409 conflict with its status [H14]', async () => {
  const { call, send, ahead } = await capturedAccount();
  for (const [status, change] of [
    ['queued', {}],
    ['scheduled', { scheduled_at: ahead(3600) }],
  ] as const) {
    const answer = await call('POST', `/emails/${await send(change)}/resend`);
    expect([answer.status, answer.body.error?.code, answer.body.error?.details]).toMatchObject([
      409,
      'conflict',
      { status },
    ]);
  }
});

test('409 content_expired when the body is gone, and for a refused send that never kept one (Q17) [H42]', async () => {
  const { ctx, account, call, clock, id, email } = await sentOne();
  await ctx.suppressions.raise({ account: account.id, tenant: null }, suppressionOf(ctx, 'bad@x.example'));
  const refused = await call('POST', '/emails', { body: { ...email, to: 'bad@x.example' } });
  const trace = refused.body.error?.details?.email_id as string;
  const never = await call('POST', `/emails/${trace}/resend`);
  expect([never.status, never.body.error?.code]).toEqual([409, 'content_expired']);
  clock.advance(30 * 86_400_000);
  const gone = await call('POST', `/emails/${id}/resend`);
  expect([gone.status, gone.body.error?.code]).toEqual([409, 'content_expired']);
});

test('an Idempotency-Key used to resend one email is 409 for another [H10]', async () => {
  const { call, id, send, account, deliver } = await sentOne();
  const headers = { 'idempotency-key': 'again' };
  expect((await call('POST', `/emails/${id}/resend`, { headers })).status).toBe(200);
  const other = await send();
  await deliver({ id: other, account: account.id });
  const foreign = await call('POST', `/emails/${other}/resend`, { headers });
  expect([foreign.status, foreign.body.error?.code]).toEqual([409, 'idempotency_conflict']);
});

test('a key that may only send resends its own emails, others are 404 [A34]', async () => {
  const { ctx, account, id } = await sentOne();
  const sender = inProcess(ctx, emailRoutes, await keyWith(ctx, account.id, ['emails:send']));
  expect((await sender('POST', `/emails/${id}/resend`)).status).toBe(404);
  const reader = inProcess(ctx, emailRoutes, await keyWith(ctx, account.id, ['emails:send', 'emails:read']));
  expect((await reader('POST', `/emails/${id}/resend`)).status).toBe(200);
});

test('a resent managed unsubscribe has a link of its own [Q6]', async () => {
  const { call, id, account, deliver, mails } = await sentOne({
    unsubscribe: true,
    category: 'newsletter',
    text: 'Leave: {{unsubscribe_url}}',
  });
  const { body } = await call('POST', `/emails/${id}/resend`);
  await deliver({ id: idOf('msg', body.id), account: account.id });
  const links = mails.map(({ raw }) => /List-Unsubscribe:\s*<([^>]+)>/s.exec(raw)?.[1]?.replace(/\s/g, ''));
  expect(links).toEqual([expect.stringContaining('/unsubscribe/'), expect.stringContaining('/unsubscribe/')]);
  expect(links[0]).not.toBe(links[1]);
  const shown = await call('GET', `/emails/${body.id}?include=content`);
  expect(shown.body.email).toMatchObject({ text: 'Leave: {{unsubscribe_url}}' });
});
