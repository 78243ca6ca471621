import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { readCertificate } from '../../shared/aws/certificates.ts';
import { awsOf } from '../../shared/aws/clients.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { watchCertificate } from '../../shared/smtp/certificate.ts';
import { type Certificate, selfSigned } from '../../shared/smtp/self-signed.ts';
import { testContext } from '../support/api.ts';
import { collectLog } from '../support/log.ts';
import { type Service, startRelay, talkTls } from '../support/smtp.ts';

const collected = collectLog();
const ctx = { ...testContext(), log: collected.log };
const aws = awsOf(readConfig());
const secrets = new SecretsManagerClient({ region: aws.region });
const issue = (at = Date.now()) => selfSigned(['smtp.example.test'], at);
const years = 365 * 86_400_000;

const text = (certificate: object) => JSON.stringify(certificate);

async function newSecret(certificate: Certificate): Promise<string> {
  const Name = `smtp-test-${ctx.runtime.id('req')}`;
  const { ARN = '' } = await secrets.send(new CreateSecretCommand({ Name, SecretString: text(certificate) }));
  return ARN;
}

const put = (SecretId: string, SecretString: string) =>
  secrets.send(new PutSecretValueCommand({ SecretId, SecretString }));

/** The fingerprint of what a new handshake is given at 465. */
const served = (service: Service) =>
  new Promise<string>((done, fail) => {
    const socket = connect({ port: service.ports.implicit, host: '127.0.0.1', rejectUnauthorized: false });
    socket.once('error', fail).once('secureConnect', () => {
      done(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
      socket.destroy();
    });
  });

const printOf = ({ certificate }: Certificate) => new X509Certificate(certificate).fingerprint256;

describe('a certificate in Secrets Manager [R64]', () => {
  let arn: string;
  let service: Service;
  let look: () => Promise<void>;
  let stop: () => void;
  let current: Certificate;
  const read = () => readCertificate(aws, arn, Date.now());

  beforeAll(async () => {
    current = issue();
    arn = await newSecret(current);
    const first = await read();
    service = await startRelay(ctx as never, { certificate: first });
    ({ look, stop } = watchCertificate(ctx, { read, first, use: service.useCertificate }));
  });
  afterAll(async () => {
    stop();
    await service.drain(0);
  });

  test('a new one serves new handshakes at both ports, running sessions go on with theirs', async () => {
    const running = await talkTls(service);
    expect(await served(service)).toBe(printOf(current));
    current = issue();
    await put(arn, text(current));
    await look();
    expect(await served(service)).toBe(printOf(current));
    expect(await running.say('NOOP')).toMatch(/^250 /);
    running.close();
    const fresh = await talkTls(service);
    expect(await fresh.say('NOOP')).toMatch(/^250 /);
    fresh.close();
    expect(collected.lines.join()).toContain('smtp_certificate_changed');
  });

  test.each([
    ['has expired', () => text(issue(Date.now() - 11 * years))],
    ['is not valid yet', () => text(issue(Date.now() + years))],
    ["has another certificate's key", () => text({ ...issue(), private_key: issue().private_key })],
    ['is no certificate', () => text({ certificate: 'x', private_key: 'y' })],
    ['lacks the key', () => text({ certificate: issue().certificate })],
    ['is no JSON', () => 'certificate'],
    ['has a key without quotes', () => text(current).replace('"-----BEGIN PRIVATE KEY', 'PRIVATE KEY')],
  ])('one that %s is logged, and the one before serves on', async (_, broken) => {
    await put(arn, broken());
    collected.lines.length = 0;
    await look();
    expect(await served(service)).toBe(printOf(current));
    expect(collected.lines.join()).toContain('smtp_certificate_refused');
    expect(collected.lines.join()).not.toMatch(/BEGIN|PRIVATE/);
  });

  test('it is looked at every 10 minutes, until the task ends', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    let looks = 0;
    const counted = async () => {
      looks++;
      return current;
    };
    const watch = watchCertificate(ctx, { read: counted, first: current, use: service.useCertificate });
    jest.advanceTimersByTime(599_000);
    expect(looks).toBe(0);
    jest.advanceTimersByTime(1_000);
    expect(looks).toBe(1);
    jest.advanceTimersByTime(1_200_000);
    expect(looks).toBe(3);
    watch.stop();
    jest.advanceTimersByTime(1_200_000);
    expect(looks).toBe(3);
    jest.useRealTimers();
  });

  test('a secret that is gone for a while changes nothing', async () => {
    const none = () => readCertificate(aws, `${arn}-none`, Date.now());
    const watch = watchCertificate(ctx, { read: none, first: current, use: service.useCertificate });
    await watch.look();
    watch.stop();
    expect(await served(service)).toBe(printOf(current));
  });
});

describe('an exportable ACM certificate [R64]', () => {
  const certificate = issue();
  const asked: { CertificateArn: string; Passphrase: string }[] = [];
  let acm: Server;

  beforeAll(async () => {
    acm = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const question = JSON.parse(body);
      asked.push(question);
      const passphrase = Buffer.from(question.Passphrase, 'base64').toString();
      const key = createPrivateKey(certificate.private_key);
      const PrivateKey = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      response.end(
        JSON.stringify({
          Certificate: certificate.certificate,
          CertificateChain: issue().certificate,
          PrivateKey,
        }),
      );
    });
    await new Promise<void>((done) => acm.listen(0, '127.0.0.1', done));
    process.env.AWS_ENDPOINT_URL_ACM = `http://127.0.0.1:${(acm.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    delete process.env.AWS_ENDPOINT_URL_ACM;
    acm.close();
  });

  test('is exported with a passphrase of its own each time, and comes with its chain', async () => {
    const arn = 'arn:aws:acm:us-east-1:123456789012:certificate/1b2c';
    const first = await readCertificate(aws, arn, Date.now());
    await readCertificate(aws, arn, Date.now());
    expect(first.certificate.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(printOf(first)).toBe(printOf(certificate));
    const [one, two] = asked;
    expect(one?.CertificateArn).toBe(arn);
    expect(one?.Passphrase).not.toBe(two?.Passphrase);
    const service = await startRelay(ctx as never, { certificate: first });
    expect(await served(service)).toBe(printOf(certificate));
    await service.drain(0);
  });
});
