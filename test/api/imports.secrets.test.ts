import { importProviders } from '../../shared/core/records/imports.ts';
import { migrationOf } from '../support/import-account.ts';
import { importWorld, searchable } from '../support/import-world.ts';
import { mortal, passing, writesArePassing } from '../support/mortal.ts';
import { stopReceivers } from '../support/receiver.ts';
import { foundIn } from '../support/secret-forms.ts';

beforeAll(writesArePassing);
afterAll(stopReceivers);

const wrong = ['wrong-key-of-another-account', 'wrong-account-key-of-another'];

test.each(importProviders)(
  'no key, password or shown secret of %s is stored, queued, logged, measured or answered [M13, M32, M40, M41]',
  async (name) => {
    const world = await importWorld(name);
    const { ctx, clock, cloud, stand, body, post, call, secrets, lines, metrics } = world;
    const { get, stream } = ctx.providers;
    ctx.providers = {
      get: (request) => passing(() => get(request)),
      stream: (request, ...rest) => passing(() => stream(request, ...rest)),
    };
    // A provider that says all it knows in everything that goes wrong.
    const echo = { message: secrets.join(' '), errors: [{ message: secrets[0] }], Message: secrets.join() };
    const answers: { status: number; text: string; body: object }[] = [];
    // The pauses between tries take no time; requests come once a second.
    clock.hold();
    const ask = async (change: object) => {
      clock.advance(1_000);
      const answer = await post(change);
      answers.push(answer);
      return answer;
    };

    // Refused, and never begun.
    const keys = body.account_api_key === undefined ? {} : { account_api_key: wrong[1] };
    expect((await ask({ api_key: wrong[0], ...keys })).status).toBe(400);
    stand.faults.push({ when: /./, reply: { status: 500, body: echo }, times: 3 });
    expect((await ask({})).status).toBe(502);

    // Begun, killed at three of its calls, broken, told to wait, refused in the middle, then to its end.
    stand.hooks.before = () => clock.advance(26_000);
    const first = migrationOf(await ask({}));
    stand.hooks.before = () => {};
    const cursor = first.next_cursor;
    for (const at of [4, 9, 15]) {
      expect(await mortal(() => ask({ cursor }), { call: at, phase: 'after' })).toBe(null);
      clock.advance(60_000);
    }
    const faults = [
      { status: 200, body: `{"cut": "${secrets[0]}` },
      { status: 404, body: echo },
    ];
    for (const reply of faults)
      stand.faults.push({ when: /suppression|bounces|complaints/, reply, times: 1 });
    stand.faults.push({ when: /./, reply: { status: 429, body: echo, headers: { 'retry-after': '100' } } });
    expect(migrationOf(await ask({ cursor })).retry_after_seconds).toBe(100);
    clock.advance(101_000);
    stand.faults.splice(0);
    stand.faults.push({ when: /./, reply: { status: 401, body: echo } });
    expect((await ask({ cursor })).status).toBe(400);
    let last = migrationOf(await ask({ cursor }));
    while (last.has_more) {
      clock.advance(301_000);
      last = migrationOf(await ask({ cursor: last.next_cursor }));
    }
    expect(last.status).toBe('partial');
    await ask({ dry_run: true });

    const reports = ['', '/report', '/report?format=json'].map((rest) => `/migrations/${first.id}${rest}`);
    for (const path of [...reports, '/migrations', '/webhooks', '/domains', '/templates']) {
      clock.advance(1_000);
      answers.push(await call('GET', path));
    }
    const everywhere = {
      stored: searchable(await cloud.inventory()),
      queued: cloud.messages().join('\n'),
      logged: lines.join('\n'),
      measured: JSON.stringify(metrics),
      answered: answers.map(({ text }) => text).join('\n'),
    };
    expect(everywhere.stored).toContain('gone.example');
    expect(everywhere.queued).toContain(cloud.name);
    for (const [where, text] of Object.entries(everywhere))
      expect([where, foundIn(text, [...secrets, ...wrong])]).toEqual([where, []]);

    // The secrets of our endpoints: each in the answer that made it and in the item of its endpoint.
    const hooks = await ctx.webhooks.all(world.account.id);
    expect(hooks.length).toBeGreaterThan(0);
    for (const { id, secret } of hooks) {
      const shown = answers.filter(({ text }) => foundIn(text, [secret]).length > 0);
      expect(shown.length).toBeLessThanOrEqual(1);
      const own = searchable(await cloud.inventory())
        .split('\n')
        .filter((line) => foundIn(line, [secret]).length > 0);
      expect(own.map((line) => line.includes(id))).toEqual([true]);
      for (const where of ['queued', 'logged', 'measured'] as const)
        expect([where, foundIn(everywhere[where], [secret])]).toEqual([where, []]);
    }
    await cloud.drop();
  },
  60_000,
);
