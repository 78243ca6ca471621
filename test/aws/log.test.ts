import { jsonLog } from '../../shared/aws/log.ts';

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

test('P12: a line carries its metrics in the embedded format, next to its own fields', () => {
  const [line] = written((log) =>
    log.info(
      'send_attempt',
      { outcome: 'accepted' },
      { counts: { emails_sent: 1 }, times: { send_delay: 230 }, by: { code: 'x' } },
    ),
  );
  expect(line).toEqual({
    level: 'INFO',
    message: 'send_attempt',
    timestamp: '2027-01-15T08:00:00.000Z',
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
          Metrics: [
            { Name: 'emails_sent', Unit: 'Count' },
            { Name: 'send_delay', Unit: 'Milliseconds' },
          ],
        },
      ],
    },
  });
});

test('P12: a line without metrics stays as it is', () => {
  const [line] = written((log) => log.warn('left_to_sweep', { email_id: 'msg_1' }));
  expect(line).toEqual({
    level: 'WARN',
    message: 'left_to_sweep',
    timestamp: '2027-01-15T08:00:00.000Z',
    email_id: 'msg_1',
  });
});
