import { isDeepStrictEqual } from 'node:util';
import { travelBytes } from '../../shared/core/answer-size.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { importing, migrationOf } from '../support/import-account.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

/** What a function answers at most: API Gateway refuses the rest. */
const most = 6 * 1024 * 1024;

test('of 3,000 long urls each answer stays small; GET and both downloads, which are files, have the first 1,000 and the count [M16, M31]', async () => {
  const { provider, account, call, start } = await importing('sendgrid', ['webhooks']);
  const urls = Array.from({ length: 3000 }, (_, i) => `https://hooks.example/${i}/${'x'.repeat(2000)}`);
  provider.webhooks.push(...urls.map((url) => ({ url, enabled: true, account_status_change: true })));
  const answers: MigrationRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await start({ ...(cursor && { cursor }) });
    expect(travelBytes(answer.text)).toBeLessThan(most);
    answers.push(migrationOf(answer));
    cursor = migrationOf(answer).next_cursor;
  }
  expect(answers.length).toBe(2);
  expect(answers.some((answer) => 'truncated' in answer)).toBe(false);
  const reported = answers.flatMap(({ webhooks }) => webhooks.items.map(({ url }) => url));
  expect(isDeepStrictEqual(reported, urls)).toBe(true);

  const { id } = answers[0] as MigrationRecord;
  const one = await call('GET', `/migrations/${id}`);
  const shown = migrationOf(one);
  expect(travelBytes(one.text)).toBeLessThan(most);
  expect({ truncated: shown.truncated, counts: shown.counts, totals: shown.webhooks.totals }).toEqual({
    truncated: true,
    counts: { domains: 0, webhooks: 3000, templates: 0, errors: 0, attention: 0, template_map: 0 },
    totals: { found: 3000, imported: 0, skipped: 3000, failed: 0 },
  });
  expect(
    isDeepStrictEqual(
      shown.webhooks.items.map(({ url }) => url),
      urls.slice(0, 1000),
    ),
  ).toBe(true);
  expect(shown.code_changes.length).toBeGreaterThan(0);

  const file = async (format: string) => {
    const answer = await call('GET', `/migrations/${id}/report?format=${format}`);
    expect([answer.status, answer.text]).toEqual([302, '']);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.pathname).toContain(`/exports/${account.id}/${id}.${format}`);
    expect(location.searchParams.get('X-Amz-Expires')).toBe('3600');
    const response = await fetch(location);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}.${format}"`);
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  const csv = await file('csv');
  expect(csv.type).toBe('text/csv; charset=utf-8');
  const lines = csv.text.split('\r\n').slice(0, -1);
  const inCsv = lines.slice(1, -1).map((line) => line.split(',')[1]);
  expect(isDeepStrictEqual(inCsv, urls.slice(0, 1000))).toBe(true);
  expect(lines.at(-1)).toBe('webhooks,,left_out,,2000,');
  const json = await file('json');
  expect(json.type).toBe('application/json; charset=utf-8');
  const { migration } = JSON.parse(json.text) as { migration: MigrationRecord };
  expect(isDeepStrictEqual(migration, shown)).toBe(true);
}, 60_000);
