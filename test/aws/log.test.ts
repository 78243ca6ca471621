import { jsonLog } from '../../shared/aws/log.ts';
import type { Base } from '../../shared/domain/context.ts';
import { logRequest } from '../../shared/http/request-log.ts';

/** What a log writes, as CloudWatch gets it. */
function written(write: (log: ReturnType<typeof jsonLog>) => void): Record<string, unknown>[] {
  const spy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    write(jsonLog(() => 1_800_000_000_000, 'prod'));
    return spy.mock.calls.map(([line]) => JSON.parse(String(line)));
  } finally {
    spy.mockRestore();
  }
}

test('a line carries its metrics in the embedded format, next to its own fields [P12]', () => {
  const [line] = written((log) =>
    log.info(
      'send_attempt',
      { outcome: 'accepted' },
      { counts: { emails_sent: 1 }, times: { send_delay: 230 }, by: { code: 'x' } },
    ),
  );
  expect(line).toEqual({
    message: 'send_attempt',
    outcome: 'accepted',
    code: 'x',
    emails_sent: 1,
    send_delay: 230,
    stage: 'prod',
    _aws: {
      Timestamp: 1_800_000_000_000,
      CloudWatchMetrics: [
        {
          Namespace: 'Mailwright',
          Dimensions: [['stage', 'code']],
          Metrics: [{ Name: 'emails_sent' }, { Name: 'send_delay', Unit: 'Milliseconds' }],
        },
      ],
    },
  });
});

test('a line has its level, if it is not INFO, and its time', () => {
  const head = { message: 'left_to_sweep', timestamp: '2027-01-15T08:00:00.000Z', email_id: 'msg_1' };
  const lines = written((log) => {
    for (const write of [log.info, log.warn, log.error]) write('left_to_sweep', { email_id: 'msg_1' });
  });
  expect(lines).toEqual([head, { level: 'WARN', ...head }, { level: 'ERROR', ...head }]);
});

test('a WARN with metrics keeps its timestamp, without which Lambda would take it as INFO', () => {
  const [line] = written((log) => log.warn('sending_denied', {}, { counts: { ses_trouble: 1 } }));
  expect(line).toMatchObject({
    level: 'WARN',
    timestamp: '2027-01-15T08:00:00.000Z',
    _aws: { Timestamp: 1_800_000_000_000 },
  });
});

test('the line of an accepted email has at most 400 bytes [architecture 3]', () => {
  const ulid = '01k0000000000000000000000x';
  const seen = { request_id: `req_${ulid}`, method: 'POST', started: 1_799_999_999_001, route: '/emails' };
  const [line] = written((log) =>
    logRequest(
      { log, runtime: { now: () => 1_800_000_000_000 } } as Base,
      { ...seen, account: `acc_${ulid}` },
      { status: 200, emails: [`msg_${ulid}`] },
    ),
  );
  expect(line).toMatchObject({ email_id: `msg_${ulid}`, ms: 999, emails_accepted: 1, stage: 'prod' });
  expect(JSON.stringify(line).length + 1).toBeLessThanOrEqual(400);
});
