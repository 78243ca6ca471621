import { causeOf } from '../../shared/core/errors.ts';
import { decide } from '../../shared/smtp/decide.ts';

const quoting = () => new TypeError('no mailbox:\nAda <ada@x.example>\n    at home (1:2)');

test('the cause of an error is its name and place, never a line of its message [D81]', () => {
  expect(causeOf(quoting())).toMatch(/^TypeError at .*cause-of\.test\.ts:\d+:\d+\)?$/);
  expect([causeOf('text'), causeOf(Object.assign(new Error('x'), { stack: undefined }))]).toEqual([
    'string',
    'Error',
  ]);
});

test('nor is it in the line of a message that the relay could not decide over [D81]', async () => {
  const logged: unknown[] = [];
  const ctx = { log: { error: (...line: unknown[]) => void logged.push(line) } };
  const relay = { inTurn: () => Promise.reject(quoting()) };
  const login = { caller: { account: { id: 'acc_1' } } };
  const arrived = { state: 'complete', size: 1, discard: async () => {} };
  const deciding = { login, transaction: { recipients: new Map() }, arrived };
  const { answer } = await decide(ctx as never, relay as never, deciding as never);
  expect(answer.code).toBe(451);
  expect(JSON.stringify(logged)).toContain('TypeError at ');
  expect(JSON.stringify(logged)).not.toContain('ada@x.example');
});
