import { attachmentRoutes } from '../../functions/emails/attachment-routes.ts';
import { keys } from '../../shared/store/schema.ts';
import { sizeOf } from '../../shared/store/size.ts';
import { inProcess } from '../support/api.ts';
import { formsOf, signIn } from '../support/browser.ts';
import { capturedAccount } from '../support/captured.ts';
import { idOf } from '../support/ids.ts';
import { testTable } from '../support/table.ts';

const pdf = { name: 'Größe.pdf', data: Buffer.from('%PDF').toString('base64') };
const csv = { name: 'a.csv', content_type: 'text/csv; charset=utf-8', data: 'YQo=' };

type Listed = { id: string; attachments: object[] };

test('an email lists its attachments in its record, in lists, and in its timeline', async () => {
  const world = await capturedAccount();
  const { send, get, call, ctx, api_key } = world;
  const files = inProcess(ctx, attachmentRoutes, api_key);
  const announced = await files('POST', '/attachments', { body: { name: 'big.zip', size: 3 } });
  const upload = announced.body.attachment as { id: string; upload_url: string; content_type: string };
  const headers = { 'content-type': upload.content_type, 'if-none-match': '*' };
  await fetch(upload.upload_url, { method: 'PUT', headers, body: 'zip' });
  const id = await send({ attachments: [pdf, { id: upload.id }, csv] });
  const attachments = [
    { name: 'Größe.pdf', content_type: 'application/pdf', size: 4 },
    { name: 'big.zip', content_type: 'application/zip', size: 3 },
    { name: 'a.csv', content_type: 'text/csv; charset=utf-8', size: 2 },
  ];
  expect(await get(id)).toMatchObject({ attachments });
  const plain = await send();
  const { emails } = (await call('GET', '/emails')).body as unknown as { emails: Listed[] };
  expect(emails.map((one) => [one.id, one.attachments])).toEqual([
    [plain, []],
    [id, attachments],
  ]);
  const { events } = (await call('GET', `/emails/${id}/events`)).body as unknown as {
    events: { type: string; data: object }[];
  };
  expect(events.find(({ type }) => type === 'email.queued')?.data).toEqual({ attachments });
});

test('ten names of 255 bytes are listed, and the meta item stays under 1 KB [Q18]', async () => {
  const { send, get, deliver, account } = await capturedAccount();
  const names = Array.from({ length: 10 }, (_, i) => `${i}${'ä'.repeat(125)}.pdf`);
  const id = await send({ attachments: names.map((name) => ({ name, data: 'aGk=' })) });
  const meta = await testTable().get(keys.email(id));
  expect({ attachments: meta?.attachments, fits: sizeOf(meta ?? {}) <= 1024 }).toEqual({
    attachments: undefined,
    fits: true,
  });
  await deliver({ id: idOf('msg', id), account: account.id });
  const { attachments, status } = await get(id);
  expect([status, (attachments as { name: string }[]).map(({ name }) => name)]).toEqual(['sent', names]);
});

test('a resend says how many attachments it left out, also when it is repeated [H14]', async () => {
  const { send, get, call, deliver, account } = await capturedAccount();
  const id = await send({ attachments: [pdf, csv] });
  await deliver({ id: idOf('msg', id), account: account.id });
  const headers = { 'idempotency-key': 'again' };
  const first = await call('POST', `/emails/${id}/resend`, { headers });
  const second = await call('POST', `/emails/${id}/resend`, { headers });
  expect([first.status, first.body.attachments_omitted]).toEqual([200, 2]);
  expect(second.body).toEqual(first.body);
  expect(await get(String(first.body.id))).toMatchObject({ attachments: [] });
});

test('an email of before release 0.2 lists none, and its resend counts those of its content [P5]', async () => {
  const { send, get, call, deliver, account } = await capturedAccount();
  const id = await send({ attachments: [pdf] });
  await deliver({ id: idOf('msg', id), account: account.id });
  await testTable().update(keys.email(id), 'REMOVE attachments', {});
  expect(await get(id)).toMatchObject({ attachments: [] });
  const headers = { 'idempotency-key': 'again' };
  const counts = [1, 2].map(async () => {
    const { body } = await call('POST', `/emails/${id}/resend`, { headers });
    return body.attachments_omitted;
  });
  expect([await counts[0], await counts[1]]).toEqual([1, 1]);
});

test('the page of an email lists its attachments, and resending asks first, naming what it leaves out', async () => {
  const { send, ctx, deliver, account } = await capturedAccount();
  const name = '<script>alert(1)</script>&#x202e;".pdf';
  const [id, plain] = [await send({ attachments: [{ ...pdf, name }] }), await send()];
  for (const one of [id, plain]) await deliver({ id: idOf('msg', one), account: account.id });
  const browser = await signIn(ctx, account);
  const actions = async (page: string) => formsOf((await browser.get(page)).text).map(({ action }) => action);
  for (const one of [id, plain])
    expect(await actions(`/emails/${one}`)).not.toContain(`/emails/${one}/resend`);
  expect(await actions(`/emails/${plain}/resend`)).toContain(`/emails/${plain}/resend`);
  const shown = 'script&gt;&amp;#x202e;&quot;.pdf';
  const { text } = await browser.get(`/emails/${id}?view=attachments`);
  expect({ file: text.includes(shown), resendLink: text.includes(`href="/emails/${id}/resend"`) }).toEqual({
    file: true,
    resendLink: true,
  });
  const asks = (await browser.get(`/emails/${id}/resend`)).text;
  expect({ file: asks.includes(shown), warning: asks.includes('It leaves out the attachment:') }).toEqual({
    file: true,
    warning: true,
  });
  const request = /name="request" value="([0-9A-Za-z]{43})"/.exec(asks)?.[1] ?? '';
  const { location } = await browser.post(`/emails/${id}/resend`, { account: account.id, request });
  expect(location).toMatch(/^\/emails\/msg_\w+\?done=resent$/);
});
