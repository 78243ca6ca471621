import { askDeployment, firstDeployChecks, lineOf } from '../../tools/first-deploy/run.ts';
import { environment } from '../support/environment.ts';

const checksOf = (...ids: string[]) => firstDeployChecks.filter(({ id }) => ids.includes(id));

test('the stand-ins answer the first deployment as the code assumes of AWS [P39]', async () => {
  const lines: string[] = [];
  const ids = [
    ...['tenants', 'tenant_unknown', 'tenant_paused', 'tenant_identity', 'pause_words'],
    ...['destination_order', 'send_event_age', 'bounce_shapes', 'largest_message'],
    ...['tenant_plan', 'tenant_policy', 'quoted_recipient'],
  ];
  const { checks } = await askDeployment(environment(), {
    checks: checksOf(...ids),
    each: (looked) => lines.push(lineOf(looked)),
    ended: () => false,
  });
  expect(checks.filter(({ as_assumed }) => as_assumed !== true)).toEqual([]);
  expect(checks.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(checks.find(({ id }) => id === 'pause_words')?.found).toMatch(/paused/i);
  expect(lines).toHaveLength(ids.length);
  for (const line of lines) expect(line).toMatch(/^ok {4}\w+ +\S.*\n$/);
});

test('the settings of the account are told, and those of the set [P51, P54]', async () => {
  const { checks } = await askDeployment(environment(), {
    checks: checksOf('account_settings'),
    each: () => {},
    ended: () => false,
  });
  expect(checks[0]?.found).toBe(
    'plan NONE; production access granted; delivery mode GLOBAL (configuration set: not set); auto validation not set (configuration set: DISABLED); VDM DISABLED, engagement tracking not set',
  );
});

test('a check that fails says why, and ends no other [P39]', async () => {
  const failing = {
    id: 'failing',
    question: '?',
    assumed: 'it works',
    look: async () => Promise.reject(new Error('no such thing')),
  };
  const checks = [failing, ...checksOf('dkim_headers')];
  const { checks: looked, stage } = await askDeployment(environment(), {
    checks,
    each: () => {},
    ended: () => false,
  });
  expect(stage).toBe('local');
  expect(looked).toEqual([
    expect.objectContaining({ id: 'failing', found: 'Error: no such thing', as_assumed: null }),
    expect.objectContaining({ found: expect.stringMatching(/^skipped: /), as_assumed: null }),
  ]);
});
