import { caller, sourceOf, stack, withStatus } from './world.ts';

const api = caller(stack.api_key);

/** The message as SES sent it: its header, and its body with quoted-printable decoded. */
async function messageOf(email_id: string): Promise<{ header: string; body: string }> {
  await withStatus(api, email_id, 'delivered');
  const source = (await sourceOf(email_id)).source.toString('latin1');
  const end = source.indexOf('\r\n\r\n');
  const body = source
    .slice(end)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { header: source.slice(0, end), body };
}

test('a published template is sent through the deployed stack, with its link [H27, rule 10]', async () => {
  const alias = `journey-${Date.now()}`;
  const template = {
    alias,
    name: 'Journey',
    subject: 'Order {{order}}',
    html: '<p>Dear {{name}}, <a href="{{unsubscribe_url}}">leave</a></p>',
    category: 'product',
  };
  const made = await api('POST', '/templates', { body: template });
  expect(made.status).toBe(201);
  const email = {
    from: `shop@${stack.sending_domain}`,
    to: 'reader@success.simulator.example.net',
    template: { id: alias, variables: { name: 'A & <B> {{unsubscribe_url}}', order: 7 } },
  };
  expect((await api('POST', '/emails', { body: email })).status).toBe(400);
  expect((await api('POST', `/templates/${alias}`, { body: { action: 'publish' } })).status).toBe(200);
  const sent = await api('POST', '/emails', { body: email });
  expect(sent.status).toBe(200);
  await api('DELETE', `/templates/${alias}`);
  const { header, body } = await messageOf(String(sent.body.id));
  expect(header).toMatch(/^Subject: Order 7\r?$/m);
  const link = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(header)?.[1];
  expect(link).toContain('/unsubscribe/');
  expect(body).toContain(`<p>Dear A &amp; &lt;B&gt; {{unsubscribe_url}}, <a href="${link}">leave</a></p>`);
  expect((await api('GET', `/emails/${sent.body.id}`)).body.email).toMatchObject({
    category: 'product',
    template: alias,
    subject: 'Order 7',
  });
});
