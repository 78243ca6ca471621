import type { Route } from '../../shared/http/route.ts';
import { type Answer, freshAccount, inProcess } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { idOf } from '../support/ids.ts';
import { each, keyed, routes } from '../support/routes.ts';

const { ctx, clock, deliver } = captured();
const day_ms = 86_400_000;
const url = 'https://receiver.invalid/hook';

async function keyedAccount() {
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, routes, api_key);
  return { account, call, email: { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't' } };
}
type World = Awaited<ReturnType<typeof keyedAccount>>;

type Case = {
  path?: string;
  body?: object;
  /** Another body, and one that is refused. */
  other?: object;
  wrong?: object;
  /** How many things there are now. */
  count: () => Promise<number>;
  /** Answered with a secret that is shown once: a repeated request is 409, not replayed (A68). */
  once?: true;
};

const counted =
  ({ call }: World, path: string) =>
  async () => {
    const { body } = await call('GET', `${path}?limit=100`);
    return (Object.values(body).find(Array.isArray) as unknown[]).length;
  };

/** Every endpoint that takes an Idempotency-Key: a new one joins here or fails. */
const cases: Record<string, (world: World) => Case | Promise<Case>> = {
  '/emails': (world) => ({
    body: world.email,
    other: { ...world.email, subject: 'S' },
    wrong: { ...world.email, to: 'nobody' },
    count: counted(world, '/emails'),
  }),
  '/emails/batch': (world) => ({
    body: { emails: [world.email] },
    other: { emails: [world.email, world.email] },
    wrong: { emails: [] },
    count: counted(world, '/emails'),
  }),
  '/emails/{id}/resend': async (world) => {
    const { body } = await world.call('POST', '/emails', { body: world.email });
    const id = idOf('msg', body.id);
    await deliver({ id, account: world.account.id });
    return { path: `/emails/${id}/resend`, count: counted(world, '/emails') };
  },
  '/events': async (world) => {
    const steps = [{ type: 'delay', seconds: 60 }];
    const made = await world.call('POST', '/automations', {
      body: { name: 'x', trigger: { event: 'signup' }, steps },
    });
    const { id } = made.body.automation as { id: string };
    await world.call('POST', `/automations/${id}`, { body: { action: 'activate' } });
    return {
      body: { name: 'signup', email: 'ada@x.example' },
      other: { name: 'signup', email: 'bob@x.example' },
      wrong: { name: 'a b' },
      count: counted(world, `/automations/${id}/runs`),
    };
  },
  '/webhooks': (world) => ({
    body: { url },
    other: { url, description: 'x' },
    wrong: { url: 'http://169.254.169.254/' },
    count: counted(world, '/webhooks'),
    once: true,
  }),
  '/api-keys': (world) => ({
    body: { name: 'x', scopes: ['emails:send'] },
    other: { name: 'y', scopes: ['emails:send'] },
    wrong: { name: 'x', scopes: ['all'] },
    count: counted(world, '/api-keys'),
    once: true,
  }),
  '/smtp-credentials': (world) => ({
    body: { name: 'x' },
    other: { name: 'y' },
    wrong: { name: '' },
    count: counted(world, '/smtp-credentials'),
    once: true,
  }),
};

/** Rotations make nothing that could be counted, and have tests of their own (domains.rotation, webhooks.rotate). */
const rotations = ['/domains/{id}/rotate-dkim', '/webhooks/{id}'];
const idempotent = keyed.filter((route) => route.idempotent && !rotations.includes(route.path));

async function prepared(route: Route) {
  const world = await keyedAccount();
  const made = await cases[route.path]?.(world);
  if (made === undefined) throw new Error(`What does ${route.path} take?`);
  const post = (body: object | undefined, key: string | null = 'k') =>
    world.call('POST', made.path ?? route.path, {
      ...(body && { body }),
      ...(key !== null && { headers: { 'idempotency-key': key } }),
    });
  const before = await made.count();
  return { ...made, post, added: async () => (await made.count()) - before };
}

const reasonOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.reason];

test.each(each(idempotent))(
  'twins of %s at one moment make one, and so does a later repetition [H10]',
  async (_n, route) => {
    const { post, body, once, added } = await prepared(route);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(body)));
    answers.push(await post(body));
    const [first, ...made] = answers.filter(({ status }) => status < 300);
    if (once) {
      expect(made).toEqual([]);
      for (const answer of answers.filter((one) => one !== first))
        expect(reasonOf(answer)).toEqual([409, 'idempotency_conflict', 'secret_shown']);
    } else {
      expect(answers.map(({ status, text }) => [status, text])).toEqual(
        answers.map(() => [first?.status, first?.text]),
      );
      expect(answers.at(-1)?.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await added()).toBe(1);
  },
);

test.each(each(idempotent.filter(({ body }) => body)))(
  'another body of %s is 409; a request that was refused keeps no key [H10]',
  async (_n, route) => {
    const { post, body, other, wrong, added } = await prepared(route);
    expect((await post(wrong)).status).toBe(400);
    expect((await post(body)).status).toBeLessThan(300);
    expect(reasonOf(await post(other))).toEqual([409, 'idempotency_conflict', 'different_body']);
    expect((await post(wrong)).status).toBeGreaterThanOrEqual(400);
    expect(await added()).toBe(1);
  },
);

test.each(each(idempotent))(
  'a key of %s is its account’s, of one form, and free after 24 hours [H10]',
  async (_n, route) => {
    const { post, body, added } = await prepared(route);
    for (const key of ['', 'x'.repeat(256), 'a\u00e9']) {
      const { status, body: answer } = await post(body, key);
      expect([status, answer.error?.details?.issues]).toMatchObject([400, [{ path: 'Idempotency-Key' }]]);
    }
    expect(await added()).toBe(0);
    expect((await post(body)).status).toBeLessThan(300);
    const stranger = await prepared(route);
    expect((await stranger.post(stranger.body)).status).toBeLessThan(300);
    clock.advance(day_ms + 1_000);
    expect((await post(body)).status).toBeLessThan(300);
    expect([await added(), await stranger.added()]).toEqual([2, 1]);
  },
);
