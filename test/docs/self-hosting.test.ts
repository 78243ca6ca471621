import { readFileSync } from 'node:fs';
import { monthly, perMillion, sesPerMillion } from '../../infra/deploy/prices.ts';

const page = readFileSync('docs/self-hosting.md', 'utf8');
const cells = (pattern: RegExp) =>
  page.match(new RegExp(`^\\| ${pattern.source}.*`, 'm'))?.[0].match(/\d+\.\d\d/g);

test.each([
  [/hosted zone/, monthly.hosted_zone],
  [/each metric/, monthly.alarm_metric],
  [/each queue/, monthly.polled_queue],
  [/sweeps/, monthly.sweeps],
  [/KMS key/, monthly.kms_key],
])('the monthly price of %s is that of the deploy [D54]', (row, price) => {
  expect(cells(row)).toEqual([price.toFixed(2)]);
});

test.each(Object.entries(sesPerMillion))(
  "the price of SES's plan %s is that of the deploy [P51]",
  (plan, price) => {
    expect(cells(new RegExp(`Amazon SES, plan ${plan}`))?.[0]).toBe(price?.toFixed(2));
  },
);

test('the monthly prices of the relay are those of the deploy, by size and zones [P61]', () => {
  const { balancer, task, address } = monthly.smtp;
  const prices = [
    balancer + task.standard + 3 * address,
    balancer + task.small + 3 * address,
    balancer + task.small + 2 * address,
  ];
  expect(cells(/SMTP relay/)).toEqual(prices.map((price) => price.toFixed(2)));
});

test('the price of a million emails is that of the deploy and of the bench, and its parts add up [D54]', () => {
  const totals = cells(/total without SES/) ?? [];
  const [idle, busy] = totals;
  expect(totals).toHaveLength(5);
  expect([idle, busy]).toEqual([perMillion.idle.toFixed(2), perMillion.busy.toFixed(2)]);
  expect(readFileSync('docs/internals/measured/benchmarks.md', 'utf8')).toMatch(
    new RegExp(`\\| all +${totals.map((total) => `\\| ${total} [^|]*`).join('')}`),
  );
  const parts = [/DynamoDB \| \d/, /SQS and/, /Lambda \| \d/, /API Gateway \| \d/, /logs and/, /storage/].map(
    (row) => cells(row) ?? [],
  );
  for (const [i, total] of totals.entries()) {
    const sum = parts.reduce((all, part) => all + Number(part[i]), 0);
    // Each part is rounded by itself.
    expect(Math.abs(sum - Number(total))).toBeLessThan(0.05);
  }
});
