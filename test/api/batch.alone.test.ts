import fc from 'fast-check';
import { capturedAccount } from '../support/captured.ts';

type Item = { id: string | null; status: string; error?: Record<string, unknown> & { status: number } };

/** Values that one field or another takes and the rest refuse. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    -1,
    [],
    {},
    [null],
    'a\nb',
    'ada@x.example',
    'Ada <ada@x.example>',
    { email: 'ada@x.example', name: 'Ada' },
    '2020-01-01T00:00:00Z',
    '2020-01-01',
    'newsletter',
    { id: 'unknown', variables: { a: null } },
    { constructor: '1' },
    [{ name: 'a', value: 'b' }],
    { 'X-A': 'b', 'List-Unsubscribe': '<https://x.example>' },
    '{{unsubscribe_url}}',
  ),
);

const fields = (
  'from to cc bcc subject html text htmlBody reply_to replyTo tags headers scheduled_at scheduledAt ' +
  'unsubscribe category template tenant other __proto__'
).split(' ');

const change = fc.array(fc.tuple(fc.constantFrom(...fields), anything), { maxLength: 3 });

test('an item has the status and the error that it would have had alone [Q25, H15]', async () => {
  const { ctx, call, email } = await capturedAccount();
  ctx.rates.take = async () => ({ taken: true, tat: 0 });
  const seen = { accepted: 0, refused: 0 };
  const request = (changes: [string, unknown][]) => {
    const entries = [...Object.entries(email), ...changes];
    return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
  };
  const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (items) => {
    const raws = items.map(request);
    const batch = await call('POST', '/emails/batch', { raw: `{"emails":[${raws.join()}]}` });
    expect(batch.status).toBe(200);
    for (const [i, raw] of raws.entries()) {
      const alone = await call('POST', '/emails', { raw });
      const { id, status, error } = (batch.body.data as Item[])[i] as Item;
      if (alone.status === 200) {
        seen.accepted++;
        expect([status, error]).toEqual([alone.body.status, undefined]);
      } else {
        seen.refused++;
        expect([id, status]).toEqual([null, 'failed']);
        expect(error).toEqual({ ...alone.body.error, status: alone.status });
      }
    }
  });
  await fc.assert(property, { numRuns: 80 });
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(20);
});
