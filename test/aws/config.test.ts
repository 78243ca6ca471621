import { partNames, readConfig } from '../../shared/aws/config.ts';
import { makeParts } from '../../shared/aws/parts.ts';
import { isOwnHost } from '../../shared/domain/automations/own-hosts.ts';

const parts = Object.fromEntries(
  partNames.map((name) => [name, /_ARN$/.test(name) ? 'arn:aws:x' : 'https://x.example/y']),
);
const environment = { ...parts, AWS_REGION: 'eu-central-1', STAGE: 'prod' };

test('a setting that is not given is at its default, or none', () => {
  expect(readConfig(environment)).toMatchObject({
    STAGE: 'prod',
    SERVICE_DOMAIN: undefined,
    WEBHOOK_DISABLE_AFTER_S: 259_200,
    ACCOUNT_RAMP: false,
    SMS_PROVIDER: 'none',
    RETENTION_EMAIL_DAYS: 90,
  });
});

test('a setting that is given is read and checked', () => {
  const given = { WEBHOOK_DISABLE_AFTER_S: '60', ACCOUNT_RAMP: 'true', SERVICE_DOMAIN: 'mail.example' };
  const { WEBHOOK_DISABLE_AFTER_S, ACCOUNT_RAMP, SERVICE_DOMAIN } = readConfig({ ...environment, ...given });
  expect({ WEBHOOK_DISABLE_AFTER_S, ACCOUNT_RAMP, SERVICE_DOMAIN }).toEqual({
    WEBHOOK_DISABLE_AFTER_S: 60,
    ACCOUNT_RAMP: true,
    SERVICE_DOMAIN: 'mail.example',
  });
});

test('the error names all that is missing or malformed [P6]', () => {
  const { STAGE: _1, TABLE_NAME: _2, ...others } = { ...environment, TABLE_NAME: '' };
  expect(() => readConfig({ ...others, SMS_DAILY_LIMIT: '-1', BULK_QUEUE_URL: 'no' })).toThrow(
    'Configuration is missing or malformed: TABLE_NAME, BULK_QUEUE_URL, STAGE, SMS_DAILY_LIMIT',
  );
});

test('a host of tracked links is their base, and one of ours, which no webhook of an automation reaches (U76)', () => {
  const settingsOf = (given: Record<string, string>) =>
    makeParts({ config: readConfig({ ...environment, ...given }) }).base.settings;
  const own = settingsOf({ TRACKING_HOST: 'links.mail.example' });
  expect([settingsOf({}).tracking_url, own.tracking_url]).toEqual([null, 'https://links.mail.example/api']);
  const isOurs = (settings: typeof own) => isOwnHost(settings, 'https://links.mail.example/x');
  expect({ unset: isOurs(settingsOf({})), own: isOurs(own) }).toEqual({ unset: false, own: true });
});
