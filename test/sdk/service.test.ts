import { NotFoundError, SuppressedError, ValidationError } from '../../packages/sdk/src/index.ts';
import { freshAccount, newTenant, testContext } from '../support/api.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();

async function newClient() {
  const { account, api_key, domain } = await freshAccount(ctx);
  return { account, client: sdkClient(ctx, api_key), from: `shop@${domain}` };
}

test('an email is sent, found, read with its content, and its timeline is iterated', async () => {
  const { client, from } = await newClient();
  const { id, status } = await client.emails.send({
    from,
    to: 'ann@example.net',
    subject: 'Your order',
    text: 'It is on its way.',
  });
  expect(status).toBe('sent');
  expect(await client.emails.get(id, { include: 'content' })).toMatchObject({
    id,
    text: 'It is on its way.',
  });
  const page = await client.emails.list({ limit: 1 });
  expect(page.items.map((email) => email.id)).toEqual([id]);
  const types: string[] = [];
  for await (const event of client.emails.events(id)) types.push(event.type);
  expect(types).toContain('email.queued');
});

test('a scheduled email is rescheduled and cancelled [D59]', async () => {
  const { client, from } = await newClient();
  const at = (days: number) => new Date(ctx.runtime.now() + days * 86_400_000).toISOString();
  const { id } = await client.emails.send({
    from,
    to: 'ann@example.net',
    subject: 'Later',
    text: 'x',
    scheduled_at: at(1),
  });
  const scheduled_at = at(2);
  expect(await client.emails.reschedule(id, { scheduled_at })).toMatchObject({ scheduled_at });
  expect(await client.emails.cancel(id)).toMatchObject({ status: 'cancelled' });
});

test('refusals throw in their classes, with what the service says of them [D62]', async () => {
  const { client, from } = await newClient();
  await client.suppressions.create({ email: 'gone@example.net', reason: 'bounce' });
  const sent = client.emails.send({ from, to: 'gone@example.net', subject: 'x', text: 'x' });
  const suppressed = await sent.catch((error) => error);
  expect(suppressed).toBeInstanceOf(SuppressedError);
  expect(suppressed.suppressed).toEqual([expect.stringContaining('gone@example.net')]);
  const invalid = await client.emails.send({ from, to: [], subject: 'x', text: 'x' }).catch((error) => error);
  expect(invalid).toBeInstanceOf(ValidationError);
  expect(invalid.issues[0]).toMatchObject({ path: 'to' });
  expect(invalid.requestId).toMatch(/^req_/);
  await expect(client.emails.get('msg_unknown')).rejects.toBeInstanceOf(NotFoundError);
});

test('templates, tenants and webhooks are acted on by name [D59]', async () => {
  const { account, client } = await newClient();
  const { alias } = await client.templates.create({
    name: 'Hello',
    subject: 'Hi {{name}}',
    text: 'Hi {{name}}',
  });
  expect(await client.templates.preview(alias, { variables: { name: 'Ann' } })).toMatchObject({
    subject: 'Hi Ann',
  });
  expect((await client.templates.publish(alias)).status).toBe('published');
  const tenant = await newTenant(ctx, account.id);
  expect(await client.tenants.pause(tenant.external_id, { reason: 'audit' })).toMatchObject({
    status: 'paused',
    paused_reason: 'audit',
  });
  const { webhook, secret } = await client.webhooks.create({ url: 'https://example.com/hook' });
  const rotated = await client.webhooks.rotateSecret(webhook.id, { overlap_seconds: 0 });
  expect(rotated.secret).not.toBe(secret);
});
