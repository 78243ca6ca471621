import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import { composeSimple } from './compose.ts';
import { SesError, wireError } from './errors.ts';
import { sendQuota } from './quota.ts';
import { sendMessage, type Tag } from './send.ts';
import type { Ses } from './state.ts';

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';
// SES v1 takes 10 MB a message.
const limit = (10 * 1024 * 1024 * 3) / 4;

type Form = Map<string, string>;

function parseForm(body: Buffer): Form {
  const pairs = body.toString('latin1').split('&');
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    }),
  );
}

/** The members of a list: `name.member.1`, `name.member.2`, … */
function members(form: Form, name: string): string[] {
  const found: string[] = [];
  for (let n = 1; form.has(`${name}.member.${n}`); n++) found.push(form.get(`${name}.member.${n}`) ?? '');
  return found;
}

function tagsIn(form: Form): Tag[] {
  const tags: Tag[] = [];
  for (let n = 1; form.has(`Tags.member.${n}.Name`); n++) {
    tags.push({
      Name: form.get(`Tags.member.${n}.Name`) ?? '',
      Value: form.get(`Tags.member.${n}.Value`) ?? '',
    });
  }
  return tags;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function sendRawEmail(ses: Ses, form: Form): Promise<string> {
  const messageId = await sendMessage(ses, {
    operation: 'SendRawEmail',
    raw: Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'),
    limit,
    source: form.get('Source'),
    destinations: members(form, 'Destinations'),
    tags: tagsIn(form),
    configurationSet: form.get('ConfigurationSetName'),
  });
  return `<MessageId>${messageId}</MessageId>`;
}

async function sendEmail(ses: Ses, form: Form): Promise<string> {
  const from = form.get('Source') ?? '';
  const [to, cc, bcc] = ['To', 'Cc', 'Bcc'].map((name) => members(form, `Destination.${name}Addresses`));
  const part = (name: string) => (form.has(name) ? { Data: form.get(name) } : undefined);
  const raw = await composeSimple({
    from,
    to: to ?? [],
    cc: cc ?? [],
    bcc: bcc ?? [],
    replyTo: members(form, 'ReplyToAddresses'),
    message: {
      Subject: part('Message.Subject.Data'),
      Body: { Text: part('Message.Body.Text.Data'), Html: part('Message.Body.Html.Data') },
    },
  });
  const messageId = await sendMessage(ses, {
    operation: 'SendEmail',
    raw,
    limit,
    source: from,
    destinations: [...(to ?? []), ...(cc ?? []), ...(bcc ?? [])],
    tags: tagsIn(form),
    configurationSet: form.get('ConfigurationSetName'),
  });
  return `<MessageId>${messageId}</MessageId>`;
}

async function getSendQuota(ses: Ses): Promise<string> {
  const members = Object.entries(sendQuota(ses)).map(([name, value]) => `<${name}>${value}</${name}>`);
  return members.join('');
}

async function getIdentityVerificationAttributes(ses: Ses, form: Form): Promise<string> {
  const known = new Map(ses.identities.list().map((identity) => [identity.name, identity]));
  const entries: string[] = [];
  for (const name of members(form, 'Identities')) {
    if (!known.has(name.toLowerCase())) continue;
    const { verified } = await ses.identities.check(name);
    const status = verified ? 'Success' : 'Pending';
    const value = `<value><VerificationStatus>${status}</VerificationStatus></value>`;
    entries.push(`<entry><key>${escapeXml(name)}</key>${value}</entry>`);
  }
  return `<VerificationAttributes>${entries.join('')}</VerificationAttributes>`;
}

async function listIdentities(ses: Ses): Promise<string> {
  const names = ses.identities.list().map(({ name }) => `<member>${escapeXml(name)}</member>`);
  return `<Identities>${names.join('')}</Identities>`;
}

async function verifyEmailIdentity(ses: Ses, form: Form): Promise<string> {
  const address = form.get('EmailAddress') ?? '';
  const known = ses.identities.list().some(({ name }) => name === address.toLowerCase());
  if (!known) ses.identities.create(address, undefined);
  return '';
}

function createReceiptRule(ses: Ses, form: Form): string {
  const action = 'Rule.Actions.member.1.S3Action';
  ses.receiving.createRule(form.get('RuleSetName') ?? '', {
    name: form.get('Rule.Name') ?? '',
    enabled: form.get('Rule.Enabled') === 'true',
    scans: form.get('Rule.ScanEnabled') === 'true',
    bucket: form.get(`${action}.BucketName`) ?? '',
    prefix: form.get(`${action}.ObjectKeyPrefix`) ?? '',
    topic_arn: form.get(`${action}.TopicArn`) ?? '',
  });
  return '';
}

function describeActive(ses: Ses): string {
  const active = ses.receiving.active();
  if (active === null) return '';
  const rules = active.rules.map(({ name }) => `<member><Name>${escapeXml(name)}</Name></member>`).join('');
  return `<Metadata><Name>${escapeXml(active.name)}</Name></Metadata><Rules>${rules}</Rules>`;
}

const actions: Record<string, (ses: Ses, form: Form) => Promise<string>> = {
  SendRawEmail: sendRawEmail,
  SendEmail: sendEmail,
  GetSendQuota: getSendQuota,
  GetIdentityVerificationAttributes: getIdentityVerificationAttributes,
  ListIdentities: listIdentities,
  VerifyEmailIdentity: verifyEmailIdentity,
  CreateReceiptRuleSet: async (ses, form) => {
    ses.receiving.createSet(form.get('RuleSetName') ?? '');
    return '';
  },
  CreateReceiptRule: async (ses, form) => createReceiptRule(ses, form),
  SetActiveReceiptRuleSet: async (ses, form) => {
    ses.receiving.activate(form.get('RuleSetName') || null);
    return '';
  },
  DescribeActiveReceiptRuleSet: async (ses) => describeActive(ses),
};

/** SES v1: the AWS Query protocol. */
export async function answerQuery(ses: Ses, body: Buffer): Promise<Answer> {
  const requestId = `<RequestId>${randomUUID()}</RequestId>`;
  const type = 'text/xml';
  try {
    const form = parseForm(body);
    const name = form.get('Action') ?? '';
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action)
      throw new SesError('unknown_call', `Could not find operation ${name} for version 2010-12-01`);
    const result = await action(ses, form);
    const inner = `<${name}Result>${result}</${name}Result><ResponseMetadata>${requestId}</ResponseMetadata>`;
    const xml = `<${name}Response xmlns="${namespace}">${inner}</${name}Response>`;
    return { status: 200, type, body: xml, tookMessage: name.startsWith('Send') };
  } catch (error) {
    const { name, status, message } = wireError(error, 'v1');
    const blame = status < 500 ? 'Sender' : 'Receiver';
    const inner = `<Type>${blame}</Type><Code>${name}</Code><Message>${escapeXml(message)}</Message>`;
    const xml = `<ErrorResponse xmlns="${namespace}"><Error>${inner}</Error>${requestId}</ErrorResponse>`;
    return { status, type, body: xml };
  }
}
