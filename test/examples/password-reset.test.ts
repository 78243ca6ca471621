import { freshAccount, testContext } from '../support/api.ts';
import { forExamples, startedExample } from '../support/example.ts';
import { html, reset as lost, refusal, scriptedServer } from '../support/scripted-server.ts';
import { sdkClient } from '../support/sdk.ts';
import { until } from '../support/until.ts';

const ctx = testContext();
const envOf = forExamples(ctx);

test('password-reset mails one link that works once, and says nothing of who has an account [D82]', async () => {
  const { api_key, domain } = await freshAccount(ctx);
  const client = sdkClient(ctx, api_key);
  const env = envOf(api_key, { MAIL_FROM: `shop@${domain}` });
  const server = await startedExample('password-reset/server.mjs', env);
  try {
    const known = await server.post('/forgot', { email: 'Ann@example.net' });
    const unknown = await server.post('/forgot', { email: 'eve@example.net' });
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    await server.post('/forgot', { email: 'ann@example.net' });
    await until(async () => server.said.some((line) => line.startsWith('sent msg_')));
    const sent: string[] = [];
    for await (const email of client.emails.list()) sent.push(email.id);
    expect(sent).toHaveLength(1);
    const email = await client.emails.get(sent[0] ?? '', { include: 'content' });
    const [, token = ''] = /token=(\S+)/.exec(email.text ?? '') ?? [];
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(server.said.join('\n')).not.toContain(token);

    const reset = (change: object = {}) =>
      server.post('/reset', { token, password: 'correct horse battery', ...change });
    expect((await reset({ password: 'short' })).status).toBe(400);
    expect((await reset({ token: 'x'.repeat(43) })).status).toBe(400);
    const both = await Promise.all([reset(), reset()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await reset()).status).toBe(400);
  } finally {
    await server.close();
  }
});

test.each([
  ['works where the answer to its mail was lost, which may arrive', lost, 200],
  ['works where a gateway answered in place of the service, which may mail it', html(503), 200],
  ['is gone where its mail was refused', refusal(403, 'production_locked'), 400],
])('the link of password-reset %s [D82]', async (_, reply, status) => {
  const service = await scriptedServer();
  service.play(reply);
  const env = { MAILWRIGHT_API_KEY: 'svc_a', MAILWRIGHT_BASE_URL: service.url, MAIL_FROM: 'shop@acme.test' };
  const server = await startedExample('password-reset/server.mjs', env);
  try {
    await server.post('/forgot', { email: 'ann@example.net' });
    await until(async () => server.said.some((line) => line.startsWith('not sent')));
    const [, token = ''] = /token=([\w-]{43})/.exec(service.received[0]?.body ?? '') ?? [];
    const answer = await server.post('/reset', { token, password: 'correct horse battery' });
    expect(answer.status).toBe(status);
  } finally {
    await server.close();
    service.close();
  }
});
