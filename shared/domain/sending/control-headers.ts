import * as z from 'zod';
import { type Issue, type IssueRule, invalid } from '../../core/errors.ts';
import { checkVariables, type Variables } from '../templates/variables.ts';
import { SendRequest } from './send-request.ts';

/** The API fields that the control headers of a relayed message set (R11). */
export type Control = Pick<SendRequest, 'tags' | 'category' | 'scheduled_at' | 'tenant' | 'unsubscribe'> & {
  template: { id: string; variables: Variables } | null;
  idempotency_key: string | null;
};

const names: Record<string, string> = {
  'x-service-tags': 'X-Service-Tags',
  'x-service-category': 'X-Service-Category',
  'x-service-unsubscribe': 'X-Service-Unsubscribe',
  'x-service-tenant': 'X-Service-Tenant',
  'x-service-template': 'X-Service-Template',
  'x-service-variables': 'X-Service-Variables',
  'x-service-scheduled-at': 'X-Service-Scheduled-At',
  'x-service-idempotency-key': 'X-Service-Idempotency-Key',
};

const issue = (name: string, message: string, rule: IssueRule = 'format'): Issue => ({
  path: `headers.${names[name] ?? name}`,
  rule,
  message: `${names[name] ?? name}: ${message}`,
});

/** Percent-decoded, as UTF-8; null when it is no such text. */
function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return null;
  }
}

/** `name=value; name2=value2` as the API's list; null when it is malformed. */
function tagsOf(value: string): { name: string; value: string }[] | null {
  const entries = value.split(';').filter((entry) => entry.trim() !== '');
  const tags = entries.map((entry) => {
    const at = entry.indexOf('=');
    const name = decodePercent(at < 0 ? entry : entry.slice(0, at));
    const text = at < 0 ? '' : decodePercent(entry.slice(at + 1));
    return name === null || text === null ? null : { name, value: text };
  });
  return tags.some((tag) => tag === null) ? null : (tags as { name: string; value: string }[]);
}

function variablesOf(value: string | undefined): Variables | null {
  if (value === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Variables)
      : null;
  } catch {
    return null;
  }
}

const { tags, category, scheduled_at, tenant } = SendRequest.shape;

/** Each header, with the schema of its API field. */
const fields = {
  'x-service-tags': { tags },
  'x-service-category': { category },
  'x-service-scheduled-at': { scheduled_at },
  'x-service-tenant': { tenant },
};

const Fields = z.object({ tags, category, scheduled_at, tenant });

/** The fields as they would be in a request; what is malformed before any schema sees it is an issue. */
function rawFields(control: ReadonlyMap<string, string>): { raw: Record<string, unknown>; issues: Issue[] } {
  const given = control.get('x-service-tags');
  const list = given === undefined ? undefined : tagsOf(given);
  const raw = {
    ...(list && { tags: list }),
    category: control.get('x-service-category'),
    scheduled_at: control.get('x-service-scheduled-at'),
    tenant: control.get('x-service-tenant'),
  };
  return { raw, issues: list === null ? [issue('x-service-tags', 'write name=value; name2=value2')] : [] };
}

function checkShape(control: ReadonlyMap<string, string>): Issue[] {
  const unsubscribe = control.get('x-service-unsubscribe');
  const key = control.get('x-service-idempotency-key');
  const variables = variablesOf(control.get('x-service-variables'));
  return [
    ...[...control.keys()]
      .filter((name) => names[name] === undefined)
      .map((name) => issue(name, 'no such header', 'unknown')),
    ...[...control].filter(([, value]) => value === '').map(([name]) => issue(name, 'has no value')),
    ...(unsubscribe === undefined || unsubscribe === 'true' || unsubscribe === 'false'
      ? []
      : [issue('x-service-unsubscribe', 'true or false')]),
    ...(key === undefined || /^[ -~]{1,255}$/.test(key)
      ? []
      : [issue('x-service-idempotency-key', '1-255 printable ASCII characters')]),
    ...(variables === null ? [issue('x-service-variables', 'a JSON object')] : []),
    ...(control.has('x-service-variables') && !control.has('x-service-template')
      ? [issue('x-service-variables', 'only with X-Service-Template', 'conflict')]
      : []),
    ...(variables === null ? [] : checkVariables(variables, 'headers.X-Service-Variables')),
  ];
}

function checkFields(raw: Record<string, unknown>): { value: Partial<Control>; issues: Issue[] } {
  const parsed = Fields.safeParse(raw);
  if (parsed.success) return { value: parsed.data as Partial<Control>, issues: [] };
  const nameOf = (field: unknown) =>
    Object.entries(fields).find(([, shape]) => String(field) in shape)?.[0] ?? '';
  return {
    value: {},
    issues: parsed.error.issues.map(({ path, message }) => issue(nameOf(path[0]), message)),
  };
}

/** What the control headers ask for, by the rules of the API fields; 400 naming each that is malformed (R11). */
export function readControl(control: ReadonlyMap<string, string>): Control {
  const { raw, issues } = rawFields(control);
  const checked = checkFields(raw);
  const all = [...checkShape(control), ...issues, ...checked.issues];
  if (all.length > 0) throw invalid(all);
  const unsubscribe = control.get('x-service-unsubscribe');
  const template = control.get('x-service-template');
  return {
    ...checked.value,
    ...(unsubscribe !== undefined && { unsubscribe: unsubscribe === 'true' }),
    template:
      template === undefined
        ? null
        : { id: template, variables: variablesOf(control.get('x-service-variables')) ?? {} },
    idempotency_key: control.get('x-service-idempotency-key') ?? null,
  } as Control;
}
