import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { freshAccount, inProcess, issuesOf, testContext } from '../support/api.ts';

const ctx = testContext();

const setUp = async (plan: 'free' | 'dedicated' = 'dedicated') => {
  const fresh = await freshAccount(ctx, { domain: false, plan });
  return { ...fresh, call: inProcess(ctx, suppressionRoutes, fresh.api_key) };
};

const faults: [method: string, path: string, body: unknown, issue: [string, string]][] = [
  ['POST', '/suppressions', {}, ['email', 'required']],
  ['POST', '/suppressions', { email: 'nope' }, ['email', 'format']],
  ['POST', '/suppressions', { email: 'a@localhost' }, ['email', 'format']],
  ['POST', '/suppressions', { email: 7 }, ['email', 'type']],
  ['POST', '/suppressions', { email: 'a@x.example', reason: 'spam' }, ['reason', 'enum']],
  ['POST', '/suppressions', { email: 'a@x.example', note: 'x'.repeat(501) }, ['note', 'length']],
  ['POST', '/suppressions', { email: 'a@x.example', note: 'a\nb' }, ['note', 'format']],
  ['DELETE', '/suppressions', undefined, ['email', 'required']],
  ['DELETE', '/suppressions?email=nope', undefined, ['email', 'format']],
  ['DELETE', '/suppressions?email=', undefined, ['email', 'format']],
  ['POST', '/suppressions/batch', { action: 'add' }, ['emails', 'required']],
  ['POST', '/suppressions/batch', { action: 'add', emails: [] }, ['emails', 'length']],
  ['POST', '/suppressions/batch', { action: 'add', emails: [7] }, ['emails[0]', 'type']],
  ['POST', '/suppressions/batch', { action: 'drop', emails: ['a@x.example'] }, ['action', 'enum']],
  [
    'POST',
    '/suppressions/batch',
    { action: 'add', emails: Array.from({ length: 1001 }, (_, i) => `r${i}@x.example`) },
    ['emails', 'length'],
  ],
  ['GET', '/suppressions?reason=spam', undefined, ['reason', 'enum']],
  ['GET', '/suppressions?email=nope', undefined, ['email', 'format']],
  ['GET', '/opt-outs?category=transactional', undefined, ['category', 'enum']],
  ['DELETE', '/opt-outs?email=a@x.example', undefined, ['category', 'required']],
  ['DELETE', '/opt-outs?category=product', undefined, ['email', 'required']],
  ['DELETE', '/opt-outs?email=a@x.example&category=transactional', undefined, ['category', 'enum']],
];

test.each(faults)('%s %s %j is 400', async (method, path, body, [field, rule]) => {
  const { call } = await setUp();
  const answer = await call(method, path, body === undefined ? {} : { body });
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'validation_error']);
  expect(issuesOf(answer)).toContainEqual([field, rule]);
});

test('what is not on that list is 404 [H26, Q46]', async () => {
  const { call } = await setUp();
  const other = await setUp();
  await other.call('POST', '/suppressions', { body: { email: 'a@x.example' } });
  for (const path of ['/suppressions?email=a@x.example', '/opt-outs?email=a@x.example&category=product']) {
    const { status, body } = await call('DELETE', path);
    expect([status, body.error?.code]).toEqual([404, 'not_found']);
  }
  expect((await other.call('GET', '/suppressions?email=a@x.example')).body.suppressions).toHaveLength(1);
});
