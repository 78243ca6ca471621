import * as z from 'zod';
import { type Issue, type IssueRule, invalid, isAppError } from '../../core/errors.ts';
import { explain } from '../../core/explain.ts';
import { findUnfit, parseJson } from '../../core/json-body.ts';
import { nearestName } from '../../core/nearest-name.ts';
import { checkVariables, type Variables } from '../templates/variables.ts';
import { SendRequest } from './send-request.ts';

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

/** Percent-decodes UTF-8. Null if invalid. */
function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return null;
  }
}

/** Parses `name=value; name2=value2` to the API's list; null if malformed. */
function tagsOf(value: string): { name: string; value: string }[] | null {
  const entries = value.split(';').filter((entry) => entry.trim() !== '');
  const tags = entries.map((entry) => {
    const at = entry.indexOf('=');
    const name = decodePercent(at < 0 ? entry : entry.slice(0, at));
    const text = at < 0 ? '' : decodePercent(entry.slice(at + 1));
    return name === null || text === null ? null : { name, value: text };
  });
  return tags.every((tag) => tag !== null) ? tags : null;
}

function variablesOf(value: string | undefined): Variables | null {
  if (value === undefined) return {};
  const parsed = parseJson(Buffer.from(value));
  return isAppError(parsed) ? null : parsed;
}

/** Errors in a template's variables. The rules are those for a request body. */
const variableIssues = (variables: Variables): Issue[] => [
  ...checkVariables(variables, 'headers.X-Service-Variables'),
  ...findUnfit(variables, ['*']).map(({ message, rule }) => issue('x-service-variables', message, rule)),
];

const { tags, category, scheduled_at, tenant } = SendRequest.shape;
const Fields = z.object({ tags, category, scheduled_at, tenant });

function meantBy(name: string): string {
  const near = nearestName(name, Object.values(names));
  return near === null ? '' : `. Did you mean ${near}?`;
}

function checkShape(control: ReadonlyMap<string, string>): Issue[] {
  const unsubscribe = control.get('x-service-unsubscribe');
  const key = control.get('x-service-idempotency-key');
  const variables = variablesOf(control.get('x-service-variables'));
  const alone = control.has('x-service-variables') && !control.has('x-service-template');
  const unknown = [...control.keys()].filter((name) => names[name] === undefined);
  const empty = [...control].filter(([, value]) => value === '');
  const checks: [passes: boolean, name: string, message: string, rule?: IssueRule][] = [
    [/^(true|false)$/.test(unsubscribe ?? 'true'), 'x-service-unsubscribe', 'must be true or false'],
    [
      /^[ -~]{1,255}$/.test(key ?? ' '),
      'x-service-idempotency-key',
      'must be 1-255 printable ASCII characters',
    ],
    [variables !== null, 'x-service-variables', 'must be a JSON object'],
    [!alone, 'x-service-variables', 'allowed only with X-Service-Template', 'conflict'],
  ];
  return [
    ...unknown.map((name) => issue(name, `unknown header${meantBy(name)}`, 'unknown')),
    ...empty.map(([name]) => issue(name, 'has no value')),
    ...checks.flatMap(([passes, ...rest]) => (passes ? [] : [issue(...rest)])),
    ...(variables === null ? [] : variableIssues(variables)),
  ];
}

function readFields(control: ReadonlyMap<string, string>) {
  const given = control.get('x-service-tags');
  const list = given === undefined ? undefined : tagsOf(given);
  const malformed =
    list === null ? [issue('x-service-tags', 'must have the form name=value; name2=value2')] : [];
  const parsed = Fields.safeParse(
    {
      tags: list ?? undefined,
      category: control.get('x-service-category'),
      scheduled_at: control.get('x-service-scheduled-at'),
      tenant: control.get('x-service-tenant'),
    },
    { error: explain },
  );
  const value: Partial<z.output<typeof Fields>> = parsed.data ?? {};
  if (parsed.success) return { value, issues: malformed };
  const faults = parsed.error.issues.map(({ path, message }) =>
    issue(`x-service-${String(path[0]).replace('_', '-')}`, message),
  );
  return { value, issues: [...malformed, ...faults] };
}

/**
 * A message's control headers, checked by the rules for the API fields. Throws 400, naming each malformed
 * header.
 */
export function readControl(control: ReadonlyMap<string, string>): Control {
  const { value, issues } = readFields(control);
  const all = [...checkShape(control), ...issues];
  if (all.length > 0) throw invalid(all);
  const unsubscribe = control.get('x-service-unsubscribe');
  const template = control.get('x-service-template');
  return {
    ...value,
    ...(unsubscribe !== undefined && { unsubscribe: unsubscribe === 'true' }),
    template:
      template === undefined
        ? null
        : { id: template, variables: variablesOf(control.get('x-service-variables')) ?? {} },
    idempotency_key: control.get('x-service-idempotency-key') ?? null,
  };
}
