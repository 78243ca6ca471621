import { createDomainRates } from '../../shared/smtp/domain-rates.ts';

const to = [{ domain: 'a.example' }];

/** How many messages one after the other arrive from these addresses before one is refused. */
function arriving(per_minute: number, addresses: string[]): number {
  const rates = createDomainRates(() => 0, per_minute);
  let count = 0;
  const from = () => addresses[count % addresses.length] as string;
  while (count < 1_000 && rates.arrive(to, from()) === null) count++;
  expect(rates.arrive([{ domain: 'b.example' }], from())).toBeNull();
  return count;
}

test.each([
  [600, ['192.0.2.1'], 60],
  [600, ['192.0.2.1', '192.0.2.254', '::ffff:192.0.2.7'], 60],
  [600, ['192.0.2.1', '192.0.3.1'], 120],
  [600, ['2001:db8:1::1', '2001:db8:1:ffff::1%eth0'], 60],
  [600, ['2001:db8:1::1', '2001:db8:2::1'], 120],
  [100, ['192.0.2.1'], 30],
])('of %d messages a minute %j send %d at most [R86]', (per_minute, addresses, count) => {
  expect(arriving(per_minute, addresses)).toBe(count);
});
