import { randomBytes } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { clientOf } from '../aws-api.ts';
import { SesError } from './errors.ts';
import type { Identities } from './identities.ts';
import { domainOf } from './outcomes.ts';
import type { Publish } from './publisher.ts';

/** One rule. The message goes to the bucket, and SES's findings go to the topic. */
type Rule = { name: string; enabled: boolean; bucket: string; prefix: string; topic_arn: string };

/** SES's verdicts, the same for every message. */
const verdicts = { spam: 'PASS', virus: 'PASS', spf: 'GRAY', dkim: 'GRAY', dmarc: 'GRAY' };

type Incoming = {
  source: string;
  recipients: string[];
  /** The octets of DATA. */
  raw: Buffer;
  helo: string;
  ip: string;
};

type Around = {
  identities: Identities;
  publish: Publish;
  awsEndpoint: string;
  region: string;
  account_id: string;
  now: () => number;
};

/** The fields that SES adds above each message, with its signature last. */
function ownFields(message: Incoming, { id, host }: { id: string; host: string }) {
  const { source, recipients, helo, ip } = message;
  const date = new Date().toUTCString().replace('GMT', '+0000');
  return [
    `Return-Path: <${source}>`,
    `Received: from ${helo} (${helo} [${ip}])`,
    ` by ${host} with SMTP id ${id}`,
    ` for ${recipients[0]};`,
    ` ${date} (UTC)`,
    `X-SES-Spam-Verdict: ${verdicts.spam}`,
    `X-SES-Virus-Verdict: ${verdicts.virus}`,
    `Received-SPF: none (spfCheck: ${ip} is neither permitted nor denied) client-ip=${ip};`,
    `Authentication-Results: amazonses.com; spf=${verdicts.spf}; dkim=${verdicts.dkim};`,
    `X-SES-RECEIPT: ${randomBytes(30).toString('base64')}`,
    `X-SES-DKIM-SIGNATURE: a=rsa-sha256; q=dns/txt; b=${randomBytes(30).toString('base64')}`,
    '',
  ].join('\r\n');
}

/**
 * The receiving half of SES. One rule set is active. Messages for verified identities go to the bucket and are
 * published as in SES.
 */
export function createReceiving({ identities, publish, awsEndpoint, region, account_id, now }: Around) {
  const sets = new Map<string, Rule[]>();
  let active: string | null = null;
  const host = `inbound-smtp.${region}.amazonaws.com`;
  const s3 = new S3Client({ ...clientOf({ endpoint: awsEndpoint, region }), forcePathStyle: true });

  const rulesOf = (name: string): Rule[] => {
    const rules = sets.get(name);
    if (!rules) throw new SesError('not_found', `Rule set does not exist: ${name}`);
    return rules;
  };

  /** Whether SES accepts mail for an address: its domain is verified and a rule is active. */
  async function takes(address: string): Promise<boolean> {
    if (active === null || rulesOf(active).every(({ enabled }) => !enabled)) return false;
    try {
      return (await identities.check(domainOf(address))).verified;
    } catch {
      return false;
    }
  }

  function notification(message: Incoming, rule: Rule, id: string) {
    const timestamp = new Date(now()).toISOString();
    const { source, recipients } = message;
    const objectKey = `${rule.prefix}${id}`;
    return {
      notificationType: 'Received',
      mail: {
        timestamp,
        source,
        messageId: id,
        destination: recipients,
        headersTruncated: false,
        headers: [],
        commonHeaders: {},
      },
      receipt: {
        timestamp,
        processingTimeMillis: 1,
        recipients,
        ...Object.fromEntries(
          Object.entries(verdicts).map(([name, status]) => [`${name}Verdict`, { status }]),
        ),
        action: {
          type: 'S3',
          topicArn: rule.topic_arn,
          bucketName: rule.bucket,
          objectKeyPrefix: rule.prefix,
          objectKey,
        },
      },
    };
  }

  return {
    host,
    account_id,
    takes,

    createSet(name: string): void {
      if (sets.has(name)) throw new SesError('exists', `Rule set already exists: ${name}`);
      sets.set(name, []);
    },

    createRule(set: string, rule: Rule): void {
      const rules = rulesOf(set);
      if (rules.some(({ name }) => name === rule.name))
        throw new SesError('exists', `Rule already exists: ${rule.name}`);
      rules.push(rule);
    },

    /** Null means that no rule set is active, and SES refuses all mail. */
    activate(name: string | null): void {
      if (name !== null) rulesOf(name);
      active = name;
    },

    active: (): { name: string; rules: Rule[] } | null =>
      active === null ? null : { name: active, rules: rulesOf(active) },

    /** Accepts a message. Returns SES's id, or null if no recipient's domain is verified. */
    async receive(message: Incoming): Promise<string | null> {
      const wanted = await Promise.all(message.recipients.map(takes));
      const recipients = message.recipients.filter((_, i) => wanted[i]);
      const rule = active === null ? undefined : rulesOf(active).find(({ enabled }) => enabled);
      if (!rule || recipients.length === 0) return null;
      const taken = { ...message, recipients };
      const id = randomBytes(20).toString('hex');
      const Body = Buffer.concat([Buffer.from(ownFields(taken, { id, host })), message.raw]);
      await s3.send(new PutObjectCommand({ Bucket: rule.bucket, Key: `${rule.prefix}${id}`, Body }));
      await publish(rule.topic_arn, JSON.stringify(notification(taken, rule, id)));
      return id;
    },
  };
}

export type Receiving = ReturnType<typeof createReceiving>;
