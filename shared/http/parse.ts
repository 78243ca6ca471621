import type * as z from 'zod';
import { type Issue, type IssueRule, invalid } from '../core/errors.ts';
import { explain } from '../core/explain.ts';
import { issuePath } from '../core/json-body.ts';
import { isObject } from '../core/json-path.ts';

/** Max issues in a response. More wouldn't help, and 500,000 would exceed Lambda's response size. */
const maxIssues = 100;

function ruleOf(issue: z.core.$ZodIssue): IssueRule {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type';
    case 'too_big':
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'range';
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'enum';
    case 'unrecognized_keys':
      return 'unknown';
    case 'invalid_union':
      if (issue.discriminator !== undefined) return kindRule(issue.input, issue.discriminator);
      return issue.input === undefined ? 'required' : 'type';
    case 'custom':
      return (issue.params?.rule as IssueRule | undefined) ?? 'format';
    default:
      return 'format';
  }
}

/** The issue for the member that selects the kind of object: absent or unknown. */
const kindRule = (value: unknown, name: string): IssueRule =>
  isObject(value) && value[name] !== undefined ? 'enum' : 'required';

/** The branch of a union that fits the value's type. Its issues describe what the caller meant to write. */
function unfold(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const mistyped = (one: z.core.$ZodIssue) => one.code === 'invalid_type' && one.path.length === 0;
  const meant = issue.errors.find((branch) => branch.length > 0 && !branch.some(mistyped));
  if (meant === undefined) return [issue];
  return meant.flatMap((inner) => unfold({ ...inner, path: [...issue.path, ...inner.path] }));
}

function messageOf(issue: z.core.$ZodIssue, name: string, rule: IssueRule): string {
  const { message } = issue;
  if (rule === 'required') return issue.code === 'custom' ? message : `${name} is required`;
  return /^(?:must|has|requires) /.test(message) ? `${name} ${message}` : `${name}: ${message}`;
}

/** The issues of a failed parse, at most 100, in the specification's words. */
function issuesOf(error: z.core.$ZodError): Issue[] {
  const found = error.issues.slice(0, maxIssues).flatMap(unfold).slice(0, maxIssues);
  return found.map((issue) => {
    const path = issuePath(issue.path as (string | number)[]);
    const rule = ruleOf(issue);
    return { path, rule, message: messageOf(issue, path || 'body', rule) };
  });
}

export function parseOrRefuse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  before: Issue[] = [],
): z.output<T> {
  const parsed = schema.safeParse(value, { reportInput: true, error: explain });
  const issues = [...before, ...(parsed.success ? [] : issuesOf(parsed.error))];
  if (issues.length > 0) throw invalid(issues);
  return parsed.data as z.output<T>;
}
