import { findMails } from '../support/inbox.ts';
import { until } from '../support/until.ts';
import { stopSubscribers, verifiedByStripe } from './subscriber.ts';
import { caller, handedToSes, stack, subscribe, withStatus } from './world.ts';

afterAll(stopSubscribers);

type InboxMail = {
  id: string;
  subject: string;
  to: { address: string }[];
  headers: Record<string, string>;
  envelope: { to: { address: string }[] };
  text: string;
};

/** The mail with this subject in the inbox. */
function inInbox(subject: string): Promise<InboxMail> {
  const look = async () => {
    const [mail] = await findMails<InboxMail>({ subject });
    return mail;
  };
  return until(look, { within_ms: 40_000, what: `"${subject}" in the inbox` });
}

test('the sandbox sender to the account email: sent, delivered, in the inbox, told to a webhook, signed', async () => {
  const call = caller(stack.api_key);
  const { receiver, secret, webhook_id } = await subscribe(call, ['email.sent', 'email.delivered']);
  try {
    const subject = `First steps ${Date.now()}`;
    const from = `Sandbox <hello@${stack.sandbox_domain}>`;
    const answer = await call('POST', '/emails', {
      body: { from, to: stack.account_email, subject, text: 'It works.', headers: { 'X-Order': '42' } },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: expect.stringMatching(/^msg_/), status: 'sent' });
    const id = String(answer.body.id);

    const email = await withStatus(call, id, 'delivered');
    const times = [email.created_at, email.sent_at, email.delivered_at].map((time) =>
      Date.parse(String(time)),
    );
    expect(times).not.toContain(Number.NaN);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(email).toMatchObject({ last_event: 'delivered', bounced_at: null, failed_at: null });

    const mail = await inInbox(subject);
    expect(mail.envelope.to).toEqual([{ address: stack.account_email }]);
    expect(mail.to).toMatchObject([{ address: stack.account_email }]);
    expect(mail.headers).toMatchObject({ 'message-id': email.message_id, 'x-order': '42' });
    expect(mail.text.trim()).toBe('It works.');
    expect(await handedToSes({ email_id: id })).toHaveLength(1);

    for (const type of ['email.sent', 'email.delivered']) {
      const post = await receiver.event(type, id);
      const event = verifiedByStripe(post, secret);
      expect(event).toMatchObject({ type, data: { email_id: id, subject, message_id: email.message_id } });
      expect(post.headers).toMatchObject({
        'service-event-id': event.id,
        'service-event-type': type,
        'service-attempt': '1',
      });
      expect(() => verifiedByStripe({ ...post, body: `${post.body} ` }, secret)).toThrow();
    }
  } finally {
    await call('DELETE', `/webhooks/${webhook_id}`);
  }
});
