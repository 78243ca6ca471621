import { freshAccount, testContext } from '../support/api.ts';
import { connectMcp } from '../support/mcp.ts';
import { sdkClient } from '../support/sdk.ts';

const ctx = testContext();

async function world() {
  const { api_key, domain } = await freshAccount(ctx);
  const sdk = sdkClient(ctx, api_key);
  const people = (count: number) =>
    Array.from({ length: count }, (_, i) => `${'a'.repeat(60)}${i}@${domain}`);
  const email = { from: `shop@${domain}`, to: people(1), subject: 'x', text: 'x' };
  const { client, use } = await connectMcp(ctx, api_key);
  // The client checks each answer against the tool's schema of it.
  await client.listTools();
  return { domain, sdk, use, email, people };
}

test('the cursor of a page that was cut goes on behind the last item that is shown [D76]', async () => {
  const { sdk, use, email, people } = await world();
  const sent: string[] = [];
  for (let n = 0; n < 6; n++)
    sent.unshift((await sdk.emails.send({ ...email, to: people(50), subject: 'x'.repeat(900) })).id);
  const seen: unknown[] = [];
  for (let cursor: unknown; cursor !== null; ) {
    const { found, text } = await use('search_emails', {
      limit: 25,
      ...(cursor !== undefined && { cursor }),
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32_768);
    expect(found.truncated !== undefined || found.next_cursor === null).toBe(true);
    seen.push(...(found.emails ?? []).map(({ id }) => id));
    cursor = found.next_cursor;
  }
  expect(seen).toEqual(sent);
});

test('an answer that does not show every recipient says so [D76]', async () => {
  const { sdk, use, email, people } = await world();
  const [few, many] = [
    await sdk.emails.send({ ...email, to: people(25) }),
    await sdk.emails.send({ ...email, to: people(26) }),
  ];
  expect((await use('get_email', { id: few.id })).found.truncated).toBeUndefined();
  const { found } = await use('get_email', { id: many.id });
  expect({ recipients: found.recipients?.length, truncated: found.truncated }).toEqual({
    recipients: 25,
    truncated: true,
  });
});

test('an answer about an address of which older emails were not looked at says so [D76]', async () => {
  const { domain, sdk, use, email } = await world();
  await sdk.emails.send({ ...email, to: `early@${domain}` });
  const batch = Array.from({ length: 100 }, () => email);
  const asked = { email: `early@${domain}` };
  expect((await use('check_address', asked)).found).toMatchObject({ last_emails: [{}] });
  expect((await use('check_address', asked)).found.truncated).toBeUndefined();
  for (let n = 0; n < 10; n++) await sdk.emails.sendBatch({ emails: batch });
  expect((await use('check_address', asked)).found).toMatchObject({ last_emails: [], truncated: true });
});

test.each([
  ['characters that are not seen', '\x7f'.repeat(9_000), 8_192],
  ['a character of two bytes at the limit', `a${'é'.repeat(5_000)}`, 8_191],
])('%s: the text is 8 KB as it is shown [D78]', async (_, text, bytes) => {
  const { sdk, use, email } = await world();
  const { id } = await sdk.emails.send({ ...email, text });
  const { found } = await use('get_email', { id, include_content: true });
  const shown = String(found.content).replace(/<\/?untrusted-\w+>/g, '');
  expect({ bytes: Buffer.byteLength(shown), cut: shown.includes('\ufffd') }).toEqual({ bytes, cut: false });
});
