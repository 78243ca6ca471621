import { generateKeyPairSync } from 'node:crypto';
import { CreateEmailIdentityCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { startDns } from '../../localstack/dns/dns.ts';
import type { RecordSet } from '../../localstack/dns/zones.ts';
import type { ConfigurationSet } from '../../localstack/ses/configuration-sets.ts';
import { startSes } from '../../localstack/ses/ses.ts';

const topic = 'arn:aws:sns:us-east-1:000000000000:feedback';

const everyEvent = ['SEND', 'DELIVERY', 'BOUNCE', 'COMPLAINT', 'DELIVERY_DELAY', 'REJECT'];

/** A set with every event, and without suppression reasons. */
const deployedSet: ConfigurationSet = {
  ConfigurationSetName: 'test-opportunistic',
  SuppressionOptions: { SuppressedReasons: [] },
  EventDestinations: [
    { Name: 'all', Enabled: true, MatchingEventTypes: everyEvent, SnsDestination: { TopicArn: topic } },
  ],
};

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = keys.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
const dkimRecord = `v=DKIM1; k=rsa; p=${keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** A record set in Route 53's format. TXT values are split into strings of 255 bytes. */
function record(name: string, type: string, ...values: string[]): RecordSet {
  const quote = (text: string) => (text.match(/.{1,255}/g) ?? ['']).map((part) => `"${part}"`).join(' ');
  const written = type === 'TXT' ? values.map(quote) : values;
  return { Name: `${name}.`, Type: type, TTL: 60, ResourceRecords: written.map((Value) => ({ Value })) };
}

type Sent = { to?: string[]; set?: string; tags?: [name: string, value: string][]; tenant?: string };

/** The SES and DNS stand-ins on their own ports. This object plays SNS and Route 53. */
export async function startWorld(options: Partial<Parameters<typeof startSes>[0]> = {}) {
  const records: RecordSet[] = [];
  const source = {
    zones: async () => [{ id: 'Z1', name: 'example.com.' }],
    records: async () => records,
  };
  const nowhere = async () => ({ rcode: 3, answers: [] });
  const dns = await startDns({ awsEndpoint: '', source, forward: nowhere });
  const ses = await startSes({
    awsEndpoint: '',
    dns,
    publish: async () => {},
    ...options,
  });
  const aws = {
    endpoint: ses.url,
    region: options.region ?? 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  const v2 = new SESv2Client(aws);

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${ses.url}/_control${path}`, { method, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: settings, counts or messages, by the path.
    return { status: response.status, body: (await response.json()) as any };
  }

  const putSets = (...sets: ConfigurationSet[]) => call('PUT', '/configuration-sets', sets);
  await putSets(deployedSet);

  return {
    dns,
    ses,
    records,
    v2,

    /** A verified domain that signs with our key under the selector `svc-test`. */
    async verifiedDomain(name: string): Promise<void> {
      records.push(record(`svc-test._domainkey.${name}`, 'TXT', dkimRecord));
      const DkimSigningAttributes = {
        DomainSigningSelector: 'svc-test',
        DomainSigningPrivateKey: signingKey,
      };
      await v2.send(new CreateEmailIdentityCommand({ EmailIdentity: name, DkimSigningAttributes }));
    },

    /** SendEmail with raw content, as the product sends it. */
    send: (raw: Buffer, { to, set, tags = [], tenant }: Sent = {}) =>
      v2.send(
        new SendEmailCommand({
          Content: { Raw: { Data: raw } },
          Destination: to && { ToAddresses: to },
          ConfigurationSetName: set,
          EmailTags: tags.map(([Name, Value]) => ({ Name, Value })),
          TenantName: tenant,
        }),
      ),

    /** Creates sets as a deployment does for those in its template. */
    putSets,

    control: (changes: Record<string, unknown>) => call('PUT', '', changes),
    status: async () => (await call('GET', '')).body,
    messages: async (query = '') => (await call('GET', `/messages${query}`)).body.messages,

    async source(id: string): Promise<string> {
      const response = await fetch(`${ses.url}/_control/messages/${id}/source`);
      return Buffer.from(await response.arrayBuffer()).toString('latin1');
    },

    async close(): Promise<void> {
      v2.destroy();
      await ses.close();
      await dns.close();
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** A small message with its fields in any order. `fields` replaces or adds to the usual ones. */
export function mail(fields: Record<string, string> = {}, body = 'Hello.\r\n'): Buffer {
  const all: Record<string, string> = {
    From: 'Ann <ann@example.com>',
    To: 'bob@example.net',
    Subject: 'Hello',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...fields,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${lines.join('')}\r\n${body}`, 'latin1');
}
