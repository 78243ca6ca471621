import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { routeGroups } from '../../functions/routes.ts';
import type { Io } from '../../packages/cli/src/io.ts';
import { run } from '../../packages/cli/src/run.ts';
import { buildApp } from '../../shared/http/app.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';
import { webhookDeliveries } from '../support/webhook-deliveries.ts';

afterEach(stopReceivers);

/** Events of the test of restarts: LISTENED=1000 for all that the rule is shown with. */
const events = Number(process.env.LISTENED ?? 60);

const stripe = new Stripe('sk_test_unused');

/** A shell, a deployment whose address answers 204, and a local receiver. */
async function world() {
  const service = await webhookDeliveries();
  const sink = await receiver((_, response) => response.writeHead(204).end());
  const base_url = sink.url.replace(/\/hook$/, '/api');
  const app = buildApp(service.ctx, Object.values(routeGroups).flat());
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-listen-'));
  const { now } = service.ctx.runtime;
  const times: number[] = [];
  const local = await receiver((_, response) => {
    times.push(now());
    response.end();
  });
  let out = '';
  /** `ends`: interrupted after so many waits; `killed`: dead after so many forwards, without a goodbye; `down`: no connection. */
  const cli = async (
    argv: string[],
    { ends = 3, killed = Number.POSITIVE_INFINITY, each = async () => {}, down = (): boolean => false } = {},
  ) => {
    const interruption = new AbortController();
    let waits = 0;
    out = '';
    const before = local.received.length;
    const isDead = () => local.received.length - before >= killed;
    const io: Io = {
      env: { HOME: folder, MAILWRIGHT_API_KEY: service.key, MAILWRIGHT_BASE_URL: base_url },
      cwd: folder,
      out: (text) => {
        if (isDead()) interruption.abort();
        out += text;
      },
      err: (text) => {
        out += text;
      },
      stdin: async () => '',
      now,
      signal: interruption.signal,
      sleep: async (ms) => {
        await each();
        service.clock.advance(ms);
        if (++waits >= ends) interruption.abort();
      },
      fetch: async (url, init) => {
        if (isDead()) throw new DOMException('killed', 'AbortError');
        if (down()) throw new TypeError('fetch failed');
        return app.request(url.slice(base_url.length - '/api'.length).replace(/^/, 'http://localhost'), init);
      },
    };
    return { status: await run(argv, io), out };
  };
  const listen = ['webhooks', 'listen', '--forward-to', local.url];
  return { ...service, cli, listen, local, times, folder, base_url };
}

test('each event is forwarded once, in order and signed, also over interruptions and kills [D72]', async () => {
  const { cli, listen, local, times, emit, workAll, call, clock, folder, key } = await world();
  const first = await cli(listen, { ends: 1 });
  const secret = /^Ready\. Signing secret: (whsec_\S+)\n/.exec(first.out)?.[1] ?? '';
  expect({ status: first.status, noSecret: secret === '', showsKey: first.out.includes(key) }).toEqual({
    status: 130,
    noSecret: false,
    showsKey: false,
  });
  const config = join(folder, '.config', 'mailwright');
  expect(readdirSync(config).map((name) => statSync(join(config, name)).mode & 0o777)).toEqual([0o600]);
  const webhooks = async () => (await call('GET', '/webhooks')).body.webhooks as { enabled: boolean }[];
  expect((await webhooks()).map(({ enabled }) => enabled)).toEqual([false]);
  const sent: string[] = [];
  const happen = async (count: number) => {
    for (let i = 0; i < count; i++) {
      clock.advance(2);
      sent.push((await emit({ subject: `Grüße ${sent.length}` })).id);
    }
    await workAll();
  };
  const killed = async (after: number, each?: () => Promise<void>) =>
    expect((await cli(listen, { ends: 1_000, killed: after, ...(each && { each }) })).status).not.toBe(0);
  let left = 1;
  const once = async () => (left-- > 0 ? happen(events / 2) : undefined);
  await killed(7, once);
  expect((await webhooks()).map(({ enabled }) => enabled)).toEqual([true]);
  await happen(events / 2);
  await killed(events / 3);
  const last = await cli(listen, { ends: 8 });
  expect({ status: last.status, showsSecret: last.out.includes(secret) }).toEqual({
    status: 130,
    showsSecret: true,
  });
  expect(local.received.map(({ headers }) => headers['service-event-id'])).toEqual(sent);
  for (const [i, { headers, body }] of local.received.entries()) {
    const signature = String(headers['service-signature']);
    const at = Math.floor((times[i] ?? 0) / 1000);
    const event = stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, at);
    expect(event.id).toBe(sent[i]);
  }
});

test('replays are forwarded; a receiver that fails is shown; --since, --print-secret and --remove [D72]', async () => {
  const { cli, listen, local, emit, workAll, call, base_url } = await world();
  let left = 1;
  const one = await cli(listen, {
    ends: 5,
    each: async () => {
      if (left-- !== 1) return;
      await emit();
      await workAll();
    },
  });
  expect(one.out).toMatch(/\n\S+Z email\.bounced evt_\w+ -> 200 \d+ ms\n$/);
  const secret = /whsec_\S+/.exec(one.out)?.[0];
  expect((await cli([...listen, '--since', '10m'], { ends: 4 })).status).toBe(130);
  expect(local.received.map(({ body }) => body)).toEqual([local.received[0]?.body, local.received[0]?.body]);
  const down = ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/', '--since', '10m'];
  expect((await cli(down, { ends: 4 })).out).toMatch(/ -> no connection \d+ ms\n$/);
  const failing = await receiver((_, response) => response.writeHead(500).end());
  const shown = await cli(['webhooks', 'listen', '--forward-to', failing.url, '--since', '10m'], { ends: 5 });
  expect([shown.out.match(/ -> 500 \d+ ms\n/g)?.length, failing.received.length]).toEqual([1, 1]);
  expect(await cli(['webhooks', 'listen', '--print-secret'])).toEqual({ status: 0, out: `${secret}\n` });
  const [{ id, url }] = (await call('GET', '/webhooks')).body.webhooks as [{ id: string; url: string }];
  expect(url).toBe(`${base_url}/listen`);
  const log = (await call('GET', `/webhooks/${id}/deliveries`)).body.deliveries as { id: string }[];
  left = 1;
  await cli(listen, {
    ends: 5,
    each: async () => {
      if (left-- !== 1) return;
      await call('POST', `/webhooks/${id}/deliveries/${log[0]?.id}`, { body: { action: 'replay' } });
      await workAll();
    },
  });
  expect(local.received).toHaveLength(3);
  expect(local.received[2]?.headers['service-delivery-id']).not.toBe(log[0]?.id);
  expect((await cli(['webhooks', 'listen', '--remove'])).status).toBe(0);
  expect((await call('GET', '/webhooks')).body.webhooks).toEqual([]);
  for (const wrong of [
    ['--since', 'soon'],
    ['--forward-to', 'ftp://x'],
  ])
    expect((await cli([...listen, ...wrong])).status).toBe(2);
  expect((await cli(['webhooks', 'listen'])).status).toBe(2);
});

test('a delivery that appears in the log behind a newer one is forwarded, also after a kill [D72]', async () => {
  const { cli, listen, local, emit, workAll, clock } = await world();
  const sent: string[] = [];
  /** An event whose delivery was made so long before it can be read. */
  const late = async (ms: number) => {
    clock.advance(-ms);
    sent.push((await emit()).id);
    clock.advance(ms);
    await workAll();
  };
  const run = (steps: (() => Promise<void>)[], killed?: number) =>
    cli(listen, { ends: steps.length + 4, each: async () => steps.shift()?.(), ...(killed && { killed }) });
  // While the newer one is held, it still comes before it.
  await run(
    [
      async () => {
        // After the endpoint's creation, so that no event is from before it.
        clock.advance(120_000);
        await late(0);
      },
      () => late(1_500),
    ],
    2,
  );
  expect(local.received.map(({ headers }) => headers['service-event-id'])).toEqual([sent[1], sent[0]]);
  // Behind what is forwarded: while nothing runs, and while it runs, up to a minute.
  await late(20_000);
  await run([() => late(40_000), () => late(0), async () => {}, () => late(55_000)]);
  const ids = local.received.map(({ headers }) => headers['service-event-id']);
  expect([ids.length, new Set(ids)]).toEqual([sent.length, new Set(sent)]);
});

test('without a connection it goes on asking, says so once, and forwards what happened meanwhile [D72]', async () => {
  const { cli, listen, local, emit, workAll } = await world();
  let waits = 0;
  const { status, out } = await cli(listen, {
    ends: 7,
    each: async () => {
      if (++waits !== 1) return;
      await emit();
      await workAll();
    },
    down: () => waits === 1 || waits === 2,
  });
  expect([status, local.received.length]).toEqual([130, 1]);
  expect(out.match(/No response to GET \S+ .* \(retrying\)\n/g)).toHaveLength(1);
});

test('two that listen at the same time have endpoints of their own, which later runs take again [D72]', async () => {
  const { cli, listen, local, emit, workAll, call } = await world();
  const listed = async () => {
    const { webhooks } = (await call('GET', '/webhooks')).body as { webhooks: Record<string, unknown>[] };
    return webhooks.map(({ events, enabled }) => [String(events), enabled]).sort();
  };
  let waits = 0;
  let during: unknown;
  const first = await cli([...listen, '--events', 'email.bounced'], {
    ends: 5,
    each: async () => {
      if (++waits !== 1) return;
      await cli([...listen, '--events', 'email.delivered'], { ends: 1 });
      during = await listed();
      await emit();
      await workAll();
    },
  });
  expect([first.status, local.received.length]).toEqual([130, 1]);
  expect(during).toEqual([
    ['email.bounced', true],
    ['email.delivered', false],
  ]);
  await cli(listen, { ends: 1 });
  expect((await listed()).map(([, enabled]) => enabled)).toEqual([false, false]);
  expect((await cli(['webhooks', 'listen', '--remove'])).status).toBe(0);
  expect(await listed()).toEqual([]);
});

test('an endpoint that was made for events which are refused is disabled, and the next run takes it [D72]', async () => {
  const { cli, listen, call } = await world();
  const webhooks = async () => (await call('GET', '/webhooks')).body.webhooks as { enabled: boolean }[];
  const refused = await cli([...listen, '--events', 'email.nosuch']);
  expect([refused.status, refused.out]).toEqual([1, expect.stringContaining('events[0]')]);
  expect((await webhooks()).map(({ enabled }) => enabled)).toEqual([false]);
  expect((await cli(listen, { ends: 1 })).status).toBe(130);
  expect(await webhooks()).toHaveLength(1);
});
