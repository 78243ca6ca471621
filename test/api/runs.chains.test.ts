import { automationWorld } from '../support/automations.ts';
import { collectLog } from '../support/log.ts';
import { receiver, stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

async function setUp(origin: string, service_domain: string | null = null) {
  const world = await automationWorld();
  const settings = { webhook_targets: 'any', base_url: `${origin}/api`, dashboard_url: origin };
  Object.assign(world.ctx.settings, { ...settings, service_domain });
  const { log, lines } = collectLog();
  Object.assign(world.ctx, { log });
  const create = (url: string) =>
    world.call('POST', '/automations', {
      body: { name: 'x', trigger: { event: 'signup' }, steps: [{ type: 'webhook', url }] },
    });
  return { ...world, create, lines };
}

const named = [
  'https://api.post.example/api/events',
  'HTTPS://API.Post.Example/api/events',
  'https://api.post.example./api/events',
  'https://api.post.example..:443/api/events',
  'https://api.post.example:8443/api/events',
  'https://%61pi.post.example/api/events',
  'https://ａｐｉ．post.example/api/events',
  'https://api.post.example/{{event.data.path}}',
  'https://api.post.example?to={{event.data.path}}',
  'https://post.example/',
];

test('a webhook step to a host of the deployment is 400 at create and PATCH, in whatever form [U76]', async () => {
  const { call, create } = await setUp('https://api.post.example', 'post.example');
  const issues = [{ path: 'steps[0].url', rule: 'blocked' }];
  for (const url of named) {
    const answer = await create(url);
    expect([url, answer.status, answer.body.error?.details?.issues]).toMatchObject([url, 400, issues]);
  }
  const made = await create('https://hooks.post.example/x');
  expect(made.status).toBe(201);
  const { id } = made.body.automation as { id: string };
  const steps = [{ type: 'webhook', url: named[0] }];
  const changed = await call('PATCH', `/automations/${id}`, { body: { steps } });
  expect([changed.status, changed.body.error?.details?.issues]).toMatchObject([400, issues]);
});

test('a deployment at an address and port is known by the other forms of both, and its neighbors are not it [U76]', async () => {
  const { create } = await setUp('http://127.0.0.1:8080');
  const own = ['127.0.0.1', 'localhost', 'x.localhost.', '127.1', '2130706433', '0x7f.1', '[::1]'];
  for (const host of [...own, '[::ffff:127.0.0.1]'])
    expect([host, (await create(`http://${host}:8080/api/events`)).status]).toEqual([host, 400]);
  for (const url of ['http://127.0.0.1:8081/x', 'http://192.0.2.1:8080/x'])
    expect((await create(url)).status).toBe(201);
});

test('a step that was made before fails with `target`, without a request [U76]', async () => {
  const { ctx, active, post, work, onlyRun } = await setUp('https://api.post.example');
  const { url, received } = await receiver();
  const automation = await active([{ type: 'webhook', url }]);
  ctx.settings.base_url = `${new URL(url).origin}/api`;
  await post({ email: 'ada@example.com' });
  await work();
  expect(await onlyRun(automation)).toMatchObject({
    status: 'failed',
    error: { code: 'target', step_index: 0 },
    steps: [{ status: 'failed' }],
  });
  expect(received).toEqual([]);
});

/** Two automations whose receiver posts the event that starts the other one, with the hops that it was given. */
test('a chain whose receiver forwards Service-Hops ends after 20 hops, and its last event reports it [U69, U76]', async () => {
  const { active, ok, work, runsOf, runOf, post, lines } = await setUp('https://api.post.example');
  const { url } = await receiver(async (request, response) => {
    const headers = { 'service-hops': String(request.headers['service-hops']) };
    const [name, other] = (request.url ?? '').endsWith('/a') ? ['b', 'a'] : ['a', 'b'];
    answers.push(await ok('POST', '/events', { name, data: { by: other } }, headers));
    response.end();
  });
  const answers: Record<string, unknown>[] = [];
  const automations = [
    await active([{ type: 'webhook', url: `${url}/a` }], { trigger: { event: 'a' } }),
    await active([{ type: 'webhook', url: `${url}/b` }], { trigger: { event: 'b' } }),
  ];
  await post({ name: 'a' });
  await work();
  const runs = (await Promise.all(automations.map((id) => runsOf(id, '?limit=100')))).flat();
  expect(runs).toHaveLength(21);
  expect(answers).toHaveLength(21);
  expect(answers.at(-1)).toMatchObject({ event: { hops: 21 }, matched_automations: 0 });
  expect(answers.at(-2)).toMatchObject({ event: { hops: 20 }, matched_automations: 1 });
  const last = await runOf(automations[0] ?? '', (await runsOf(automations[0] ?? ''))[0]?.id ?? '');
  expect(last.steps[0]?.output).toMatchObject({ outcome: 'delivered', hops: 21, hop_limit: 20 });
  expect(lines.filter((line) => line.includes('event_hops_exceeded'))).toHaveLength(1);
});

test('over 20 hops an event still resumes and cancels; anything but a number is no hops [U76]', async () => {
  const { active, ok, work, onlyRun, post } = await setUp('https://api.post.example');
  const wait = { type: 'wait_for_event', event: 'paid', timeout_seconds: 60, on_timeout: 'fail' };
  const automation = await active([wait]);
  await post({ user_id: 'u1' });
  await work();
  const headers = { 'service-hops': '21' };
  expect(await ok('POST', '/events', { name: 'paid', user_id: 'u1' }, headers)).toMatchObject({
    resumed_runs: 1,
  });
  await work();
  expect((await onlyRun(automation)).status).toBe('completed');
  for (const hops of ['x', '-1', '1e9', '', '3.5']) {
    const { event } = await ok('POST', '/events', { name: 'paid' }, { 'service-hops': hops });
    expect(event).not.toHaveProperty('hops');
  }
});
