import { sealedCursors, sealedTokens } from '../../shared/aws/cursors.ts';
import { deploymentSecrets } from '../../shared/aws/secrets.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { tableOfOwn } from '../support/own-table.ts';

/** A process of a deployment: it keeps what it has read. */
function processOf(table: ReturnType<typeof tableOfOwn>) {
  let now = Date.parse('2026-11-22T00:00:00.000Z');
  const secrets = deploymentSecrets(
    table,
    systemRuntime(() => now),
  );
  return {
    secrets,
    cursors: sealedCursors(secrets, () => now),
    tokens: sealedTokens(secrets),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('of processes that start together one makes the first secret, and all have the same [P30]', async () => {
  const table = tableOfOwn();
  const processes = Array.from({ length: 8 }, () => processOf(table));
  const found = await Promise.all(processes.map(({ secrets }) => secrets.current()));
  expect(new Set(found.map(({ number, secret }) => `${number} ${secret}`)).size).toBe(1);
  expect(found[0]?.number).toBe(1);
});

test('a process does not read the secret that it made [P30]', async () => {
  const table = tableOfOwn();
  let gets = 0;
  const counted: typeof table = {
    ...table,
    get: (...args) => {
      gets++;
      return table.get(...args);
    },
  };
  const { secrets } = processOf(counted);
  const made = await secrets.current();
  expect([gets, made.number]).toEqual([0, 1]);
  expect(await processOf(table).secrets.current()).toEqual(made);
});

test('after a rotation links and cursors of older secrets open, everywhere and at once [P30]', async () => {
  const table = tableOfOwn();
  const [one, other] = [processOf(table), processOf(table)];
  const old = {
    token: await one.tokens.seal('unsubscribe', 'x'),
    cursor: await one.cursors.seal(['b'], '5'),
  };
  expect(await other.tokens.open('unsubscribe', old.token)).toBe('x');
  expect(await other.secrets.rotate()).toBe(2);
  other.pass(300_000);
  const next = {
    token: await other.tokens.seal('unsubscribe', 'y'),
    cursor: await other.cursors.seal(['b'], '6'),
  };
  expect([next.token, next.cursor].map((text) => text.split('.')[0])).toEqual(['2', '2']);
  // A process that has not looked yet reads what the newer secret sealed, and still seals with the older one.
  expect(await one.tokens.open('unsubscribe', next.token)).toBe('y');
  expect(await one.cursors.open(['b'], next.cursor)).toBe('6');
  expect(await one.tokens.seal('unsubscribe', 'z')).toMatch(/^1\./);
  one.pass(300_000);
  expect(await one.tokens.seal('unsubscribe', 'z')).toMatch(/^2\./);
  for (const { tokens, cursors } of [one, other]) {
    expect(await tokens.open('unsubscribe', old.token)).toBe('x');
    expect(await cursors.open(['b'], old.cursor)).toBe('5');
  }
});

test('the tenth secret is newer than the ninth, and two rotations at a time make two [P30]', async () => {
  const { secrets } = processOf(tableOfOwn());
  for (let i = 0; i < 8; i++) await secrets.rotate();
  expect((await Promise.all([secrets.rotate(), secrets.rotate()])).sort((a, b) => a - b)).toEqual([10, 11]);
  const first = await secrets.numbered(1);
  expect(await secrets.first()).toBe(first);
});

test('what names a secret that the deployment never had is nothing of ours [P30]', async () => {
  const { tokens, cursors } = processOf(tableOfOwn());
  expect(await tokens.open('unsubscribe', `7.${'a'.repeat(60)}`)).toBeNull();
  expect(await cursors.open(['b'], 'a'.repeat(60))).toBeNull();
  expect(await cursors.open(['b'], `2.${'a'.repeat(60)}`)).toBeNull();
});

test('a proof of ownership has a secret even when nothing was sealed yet [A15]', async () => {
  const { secrets } = processOf(tableOfOwn());
  expect(await secrets.first()).toMatch(/^[\w-]{43}$/);
});
