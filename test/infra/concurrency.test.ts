import { functions } from '../../infra/functions.ts';
import {
  configOf,
  lambda,
  only,
  production,
  propertiesOf,
  refOf,
  statementsOf,
  synthesize,
  type Template,
} from './templates.ts';

/** Maximum concurrency by queue; P8's numbers, each from the day that its queue exists. */
const usual: Record<string, number> = {
  deliver: 50,
  bulk: 10,
  feedback: 50,
  attemptwebhook: 100,
  advancerun: 50,
  receive: 20,
  domaintasks: 2,
  notices: 2,
  tenantremovals: 2,
};

/** A deployment in which each queue has an event source: received mail has a door, and removals theirs by context. */
const all = { ...production, tenantRemovalsConcurrency: '2' };

function maxima(template: Template): Record<string, number> {
  // A stream's source has no maximum: its function has a reserve.
  const sources = propertiesOf(template, 'AWS::Lambda::EventSourceMapping')
    .filter(({ StartingPosition }) => StartingPosition === undefined)
    .map((source) => [
      source.EventSourceArn['Fn::GetAtt'][0].replace(/queue[0-9A-F]{8}$/, ''),
      source.ScalingConfig?.MaximumConcurrency,
    ]);
  return Object.fromEntries(sources);
}

const reservedOf = (template: Template, name: string): number | undefined =>
  lambda(template, name).Properties.ReservedConcurrentExecutions;

test('every event source has a maximum, and public a reserve; together under 900 [P8]', () => {
  const core = synthesize(all);
  const found = maxima(core);
  expect(found).toEqual(usual);
  expect(reservedOf(core, 'public')).toBe(20);
  const sum = Object.values(usual).reduce((total, one) => total + one, 0);
  expect(reservedOf(core, 'count')).toBe(50);
  expect(sum + 20 + 50).toBeLessThan(900);
});

/** The maximum and reserved concurrency in a synthesis with this context. */
const concurrencyOf = (context: Record<string, string>) => configOf({ ...all, ...context }).concurrency;

test('a smaller account quota scales them down, and a larger one does not raise them [P8]', () => {
  const { queues, reserved } = concurrencyOf({ lambdaConcurrency: '500' });
  expect(queues).toEqual({
    deliver: 25,
    bulk: 5,
    feedback: 25,
    'advance-run': 25,
    'attempt-webhook': 50,
    'domain-tasks': 2,
    notices: 2,
    'tenant-removals': 2,
    receive: 10,
  });
  expect(reserved).toMatchObject({ public: 10, sweep: 1 });
  expect(concurrencyOf({ lambdaConcurrency: '4000' }).queues).toMatchObject({ deliver: 50 });
});

test('a quota that allows no reserve (Lambda keeps 100 free) gets none [P8]', () => {
  const least = synthesize({ ...production, lambdaConcurrency: '10' });
  expect([reservedOf(least, 'public'), reservedOf(least, 'sweep')]).toEqual([undefined, undefined]);
  expect(configOf({ lambdaConcurrency: '112' }).concurrency.reserved).toMatchObject({ public: 2 });
});

/** What the rule of the sweep tells it to drain; undefined where it tells nothing. */
const drainsOf = (template: Template): Record<string, string>[] | undefined => {
  const [target] = only(template, 'AWS::Events::Rule').Properties.Targets;
  if (target.Input === undefined) return undefined;
  const parts = target.Input['Fn::Join'][1].map((part: { Ref?: string } | string) =>
    typeof part === 'string' ? part : part.Ref?.replace(/[0-9A-F]{8}$/, ''),
  );
  return JSON.parse(parts.join('')).drained;
};

describe('the least maxima of event sources leave half of the quota [P48]', () => {
  test('a quota of 10: sending, reports and webhooks have event sources, the sweep drains the others', () => {
    const least = synthesize({ ...production, lambdaConcurrency: '10' });
    expect(maxima(least)).toEqual({ deliver: 2, feedback: 2, attemptwebhook: 2 });
    expect(drainsOf(least)).toEqual([
      { name: 'notices', url: 'noticesqueue', function: 'noticeslive', batch_size: 5 },
      { name: 'receive', url: 'receivequeue', function: 'receivelive', batch_size: 5 },
      { name: 'advance-run', url: 'advancerunqueue', function: 'advancerunlive', batch_size: 5 },
      { name: 'domain-tasks', url: 'domaintasksqueue', function: 'domaintaskslive', batch_size: 2 },
      { name: 'bulk', url: 'bulkqueue', function: 'deliverlive', batch_size: 10 },
      { name: 'tenant-removals', url: 'tenantremovalsqueue', function: 'tenantremovalslive', batch_size: 1 },
    ]);
  });

  test('a quota of 20: automations and bulk have theirs, too', () => {
    const { queues, drained } = configOf({ ...production, lambdaConcurrency: '20' }).concurrency;
    const fed = ['advance-run', 'attempt-webhook', 'bulk', 'deliver', 'feedback'];
    expect(Object.keys(queues).sort()).toEqual(fed);
    expect([...drained].sort()).toEqual(['domain-tasks', 'notices', 'receive', 'tenant-removals']);
  });

  test('a quota of 1000: every queue has one, but that of removals, and of received mail without a door', () => {
    const names = (template: Template) => drainsOf(template)?.map(({ name }) => name);
    expect(Object.keys(maxima(synthesize(all)))).toHaveLength(9);
    expect(names(synthesize(all))).toBeUndefined();
    expect(Object.keys(maxima(synthesize(production)))).toHaveLength(8);
    expect(names(synthesize(production))).toEqual(['tenant-removals']);
    expect(names(synthesize())).toEqual(['receive', 'tenant-removals']);
  });

  test('at any quota: never those three, and all together at most half of it', () => {
    for (let quota = 1; quota <= 100; quota++) {
      const context = quota % 2 === 0 ? production : {};
      const { queues, drained } = configOf({ ...context, lambdaConcurrency: String(quota) }).concurrency;
      const kept = Object.keys(queues);
      expect([...kept, ...drained].sort()).toHaveLength(9);
      expect(kept).toEqual(expect.arrayContaining(['deliver', 'feedback', 'attempt-webhook']));
      expect(2 * kept.length).toBeLessThanOrEqual(Math.max(6, quota / 2));
    }
  });

  test('a queue whose maximum is given keeps its event source', () => {
    const { queues, drained } = configOf({
      ...production,
      lambdaConcurrency: '10',
      noticesConcurrency: '2',
    }).concurrency;
    expect(Object.keys(queues).sort()).toEqual(['attempt-webhook', 'deliver', 'feedback', 'notices']);
    expect(drained).not.toContain('notices');
  });
});

test('the sweep starts the functions of queues without an event source, and no function starts another [P48]', () => {
  const small = synthesize({ ...production, lambdaConcurrency: '10' });
  const starts = (template: Template, name: string) =>
    statementsOf(template, name)
      .filter(({ Action }) => Action.includes('lambda:InvokeFunction'))
      .flatMap(({ Resource }) => Resource.map((one) => refOf(one).replace(/live[0-9A-F]{8}$/, '')));
  const others = Object.keys(functions).filter((name) => name !== 'sweep');
  for (const template of [synthesize(all), small])
    expect(others.flatMap((name) => starts(template, name))).toEqual([]);
  expect(starts(synthesize(all), 'sweep')).toEqual([]);
  expect(starts(small, 'sweep').sort()).toEqual([
    'advancerun',
    'deliver',
    'domaintasks',
    'notices',
    'receive',
    'tenantremovals',
  ]);
});

test('each maximum is a context value, and none may leave too little to the API [P8]', () => {
  const own = concurrencyOf({ deliverConcurrency: '200', attemptWebhookConcurrency: '40' });
  expect(own.queues).toMatchObject({ deliver: 200, 'attempt-webhook': 40, feedback: 50 });
  expect(() => configOf({ deliverConcurrency: '1' })).toThrow(
    'context deliverConcurrency: a whole number, 2 to 1000',
  );
  // Lambda's most of an event source, whatever the quota.
  expect(() => configOf({ lambdaConcurrency: '10000', deliverConcurrency: '1001' })).toThrow(
    'context deliverConcurrency: a whole number, 2 to 1000',
  );
  expect(() => configOf({ deliverConcurrency: '800' })).toThrow(
    'deliverConcurrency, bulkConcurrency, feedbackConcurrency, receiveConcurrency, attemptWebhookConcurrency, domainTasksConcurrency, noticesConcurrency, advanceRunConcurrency, tenantRemovalsConcurrency: the total must be under 900',
  );
});
