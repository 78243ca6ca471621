import { readOptions } from '../../infra/deploy/options.ts';

const contextOf = (...given: string[]) => readOptions(given.flatMap((pair) => ['-c', pair])).context;

test('a value is what follows the first equals sign; an empty one is the default again [P46]', () => {
  expect(contextOf('stage=prod', 'endpoints=SES=http://a,S3=http://b', 'alarmEmail=')).toEqual({
    stage: 'prod',
    endpoints: 'SES=http://a,S3=http://b',
    alarmEmail: '',
  });
});

// The value of the last deploy would be overwritten by "undefined": alarms would reach no address.
test('a name without a value is refused [P46]', () => {
  expect(() => contextOf('stage=prod', 'alarmEmail')).toThrow(
    '-c alarmEmail needs a value, as in -c alarmEmail=value. An empty value (-c alarmEmail=) restores the default',
  );
});
