import { readFileSync } from 'node:fs';

/** Codes that no step of a run ends with: they are about keys, requests, and what runs do not do. */
const notOfRuns = [
  ...['unauthorized', 'insufficient_scope', 'method_not_allowed', 'conflict', 'idempotency_conflict'],
  ...['domain_claimed', 'domain_owned_by_tenant', 'content_expired', 'rate_limited'],
];

test('docs/automations.md has a remedy for every code with which a run may fail', () => {
  const errors = readFileSync('shared/core/errors.ts', 'utf8');
  const codes = [...errors.matchAll(/^ {2}(\w+): \{ status: /gm)].map(([, code]) => code);
  const page = readFileSync('docs/automations.md', 'utf8').split('## Runs that failed')[1]?.split('\n## ')[0];
  const rows = [...(page ?? '').matchAll(/^\| `(\w+)` \| .{15,} \|$/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(rows.sort()).toEqual(
    [...codes.filter((code) => !notOfRuns.includes(code ?? '')), 'target', 'timeout', 'too_large'].sort(),
  );
});
