import { randomUUID } from 'node:crypto';
import { type Answer, SesError, wireError } from './errors.ts';
import type { Ses } from './state.ts';

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function createReceiptRule(ses: Ses, form: URLSearchParams): void {
  const action = 'Rule.Actions.member.1.S3Action';
  ses.receiving.createRule(form.get('RuleSetName') ?? '', {
    name: form.get('Rule.Name') ?? '',
    enabled: form.get('Rule.Enabled') === 'true',
    bucket: form.get(`${action}.BucketName`) ?? '',
    prefix: form.get(`${action}.ObjectKeyPrefix`) ?? '',
    topic_arn: form.get(`${action}.TopicArn`) ?? '',
  });
}

function describeActive(ses: Ses): string | undefined {
  const active = ses.receiving.active();
  if (active === null) return undefined;
  const rules = active.rules.map(({ name }) => `<member><Name>${escapeXml(name)}</Name></member>`).join('');
  return `<Metadata><Name>${escapeXml(active.name)}</Name></Metadata><Rules>${rules}</Rules>`;
}

const actions: Record<string, (ses: Ses, form: URLSearchParams) => unknown> = {
  CreateReceiptRuleSet: (ses, form) => ses.receiving.createSet(form.get('RuleSetName') ?? ''),
  CreateReceiptRule: createReceiptRule,
  SetActiveReceiptRuleSet: (ses, form) => ses.receiving.activate(form.get('RuleSetName') || null),
  DescribeActiveReceiptRuleSet: describeActive,
};

/** SES v1, the AWS Query protocol, for calls that v2 lacks: receipt rules. */
export function answerQuery(ses: Ses, body: Buffer): Answer {
  const requestId = `<RequestId>${randomUUID()}</RequestId>`;
  const type = 'text/xml';
  try {
    const form = new URLSearchParams(body.toString());
    const name = form.get('Action') ?? '';
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action)
      throw new SesError('unknown_call', `Could not find operation ${name} for version 2010-12-01`);
    const result = action(ses, form) ?? '';
    const inner = `<${name}Result>${result}</${name}Result><ResponseMetadata>${requestId}</ResponseMetadata>`;
    const xml = `<${name}Response xmlns="${namespace}">${inner}</${name}Response>`;
    return { status: 200, type, body: xml };
  } catch (error) {
    const { name, status, message } = wireError(error, 'v1');
    const blame = status < 500 ? 'Sender' : 'Receiver';
    const inner = `<Type>${blame}</Type><Code>${name}</Code><Message>${escapeXml(message)}</Message>`;
    const xml = `<ErrorResponse xmlns="${namespace}"><Error>${inner}</Error>${requestId}</ErrorResponse>`;
    return { status, type, body: xml };
  }
}
