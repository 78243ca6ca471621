import { capturedAccount } from '../support/captured.ts';
import { idOf } from '../support/ids.ts';
import { header, read } from '../support/mime.ts';

const id = '<order+1@app.example>';

async function sent() {
  const world = await capturedAccount();
  const headers = { 'Message-ID': id, References: '<0@app.example>', 'X-Own': 'y' };
  const email_id = await world.send({ headers });
  await world.deliver({ id: email_id, account: world.account.id });
  const found = async (wanted: string) => {
    const { body } = await world.call('GET', `/emails?message_id=${encodeURIComponent(wanted)}`);
    return (body.emails as { id: string }[]).map((email) => email.id);
  };
  const mailOf = (wanted: string) => read(world.mails.find((mail) => mail.email_id === wanted)?.raw ?? '');
  return { ...world, email_id, found, mailOf };
}

describe('a Message-ID in headers [R80]', () => {
  test('goes out in References, and the record, its timeline and the list have it', async () => {
    const { email_id, get, call, found, mailOf, send } = await sent();
    const mail = mailOf(email_id);
    expect(header(mail, 'References')).toBe(`<0@app.example> ${id}`);
    expect(header(mail, 'Message-ID')).toBe(`<${email_id}@mailwright>`);
    expect(header(mail, 'X-Own')).toBe('y');
    const email = await get(email_id);
    expect(email).toMatchObject({ original_message_id: id, message_id: '<ses-1@email.amazonses.com>' });
    const other = await send();
    expect((await get(other)).original_message_id).toBeNull();
    for (const wanted of [id, id.slice(1, -1), String(email.message_id), 'ses-1@email.amazonses.com'])
      expect(await found(wanted)).toEqual([email_id]);
    expect(await found('order+1')).toEqual([]);
    const unencoded = await call('GET', '/emails?message_id=order+1@app.example');
    expect(unencoded.body.emails).toHaveLength(1);
    const { body } = await call('GET', `/emails/${email_id}/events`);
    const events = body.events as { type: string; data: Record<string, unknown> }[];
    expect(events.find(({ type }) => type === 'email.sent')?.data.original_message_id).toBe(id);
  });

  test('stays that of a resend, and of an email of a batch', async () => {
    const { email_id, call, get, found, email, deliver, account, mailOf } = await sent();
    const again = await call('POST', `/emails/${email_id}/resend`);
    const resent = idOf('msg', again.body.id);
    await deliver({ id: resent, account: account.id });
    expect(header(mailOf(resent), 'References')).toBe(`<0@app.example> ${id}`);
    expect(await get(resent)).toMatchObject({ original_message_id: id, resent_from: email_id });
    expect(await found(id)).toEqual([resent, email_id]);
    const batch = await call('POST', '/emails/batch', {
      body: { emails: [{ ...email, headers: { 'message-id': 'batch-1@app.example' } }] },
    });
    const [item] = batch.body.data as { id: string }[];
    expect((await get(item?.id ?? '')).original_message_id).toBe('<batch-1@app.example>');
  });

  test('that holds no id is 400', async () => {
    const { call, email } = await sent();
    const answer = await call('POST', '/emails', { body: { ...email, headers: { 'Message-ID': 'x' } } });
    expect([answer.status, answer.body.error?.details?.issues]).toEqual([
      400,
      [expect.objectContaining({ path: 'headers.Message-ID', rule: 'format' })],
    ]);
  });
});
