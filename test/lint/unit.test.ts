import { globSync } from 'node:fs';
import { isUnitTest } from '../unit.ts';

const paths = globSync('test/**/*.test.ts').map((path) => path.replaceAll('\\', '/'));

test.each([
  ['test/core/ids.test.ts', true],
  ['test/docs/paths.test.ts', true],
  ['test/domain/webhooks/retry.test.ts', true],
  // They read the local cloud's addresses, by way of test/support/api.ts.
  ['test/api/emails.happy.test.ts', false],
  ['test/store/table.test.ts', false],
  // A stand-in, and templates that a process of its own synthesizes.
  ['test/localstack/dns.test.ts', false],
  ['test/infra/rights.test.ts', false],
])('%s needs nothing but its process: %p', (path, pure) => {
  expect(paths).toContain(path);
  expect(isUnitTest(path)).toBe(pure);
});

test('unit tests are a good part of all', () => {
  const pure = paths.filter((path) => isUnitTest(path)).length;
  expect(pure).toBeGreaterThan(40);
  expect(pure).toBeLessThan(paths.length / 2);
});
