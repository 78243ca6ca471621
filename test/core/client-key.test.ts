import { clientKey } from '../../shared/core/ip-ranges.ts';

test.each([
  ['::ffff:c000:207', '192.0.2.7', true],
  ['::ffff:192.0.2.7', '192.0.2.7', true],
  ['2001:db8:0:1::1', '2001:DB8:0:1:ffff:0:0:2', true],
  ['fe80::1%eth0', 'fe80::2', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.8', false],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
])('the addresses %s and %s are one client: %s [R23]', (one, other, same) => {
  expect(clientKey(one) === clientKey(other)).toBe(same);
});

test('what is no address counts by itself', () => {
  expect(clientKey('unknown')).toBe('unknown');
});
