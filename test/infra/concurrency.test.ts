import { configOf, lambda, propertiesOf, synthesize, type Template } from './templates.ts';

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

test('P8: every event source has a maximum, and public a reserve; together under 900', () => {
  const core = synthesize();
  const found = maxima(core);
  expect(Object.keys(found).sort()).toEqual([
    ...[
      'advancerun',
      'attemptwebhook',
      'bulk',
      'deliver',
      'domaintasks',
      'feedback',
      'notices',
      'receive',
      'tenantremovals',
    ],
  ]);
  for (const [name, maximum] of Object.entries(found)) expect([name, maximum]).toEqual([name, usual[name]]);
  expect(reservedOf(core, 'public')).toBe(20);
  const sum = Object.values(usual).reduce((total, one) => total + one, 0);
  expect(reservedOf(core, 'count')).toBe(50);
  expect(sum + 20 + 50).toBeLessThan(900);
});

test('P8: a smaller quota of the account scales them down', () => {
  const half = synthesize({ lambdaConcurrency: '500' });
  expect(maxima(half)).toEqual({
    deliver: 25,
    bulk: 5,
    feedback: 25,
    advancerun: 25,
    attemptwebhook: 50,
    domaintasks: 2,
    notices: 2,
    tenantremovals: 2,
    receive: 10,
  });
  expect([reservedOf(half, 'public'), reservedOf(half, 'sweep')]).toEqual([10, 1]);
  expect(maxima(synthesize({ lambdaConcurrency: '4000' }))).toMatchObject({ deliver: 50 });
});

test('P8: a quota that allows no reserve (Lambda keeps 100 free) gets none, and each source its least', () => {
  const least = synthesize({ lambdaConcurrency: '10' });
  expect(maxima(least)).toEqual({
    deliver: 2,
    bulk: 2,
    feedback: 2,
    advancerun: 2,
    attemptwebhook: 2,
    domaintasks: 2,
    notices: 2,
    tenantremovals: 2,
    receive: 2,
  });
  expect([reservedOf(least, 'public'), reservedOf(least, 'sweep')]).toEqual([undefined, undefined]);
  expect(reservedOf(synthesize({ lambdaConcurrency: '112' }), 'public')).toBe(2);
});

test('P8: each maximum is a context value, and none may leave too little to the API', () => {
  const own = maxima(synthesize({ deliverConcurrency: '200', attemptWebhookConcurrency: '40' }));
  expect(own).toEqual({
    deliver: 200,
    bulk: 10,
    feedback: 50,
    notices: 2,
    attemptwebhook: 40,
    advancerun: 50,
    domaintasks: 2,
    tenantremovals: 2,
    receive: 20,
  });
  expect(() => configOf({ deliverConcurrency: '1' })).toThrow(
    'context deliverConcurrency: a whole number, 2',
  );
  expect(() => configOf({ deliverConcurrency: '800' })).toThrow(
    'deliverConcurrency, bulkConcurrency, feedbackConcurrency, receiveConcurrency, attemptWebhookConcurrency, domainTasksConcurrency, noticesConcurrency, advanceRunConcurrency, tenantRemovalsConcurrency: together under 900',
  );
});
