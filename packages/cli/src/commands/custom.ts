import type { Input } from '../command.ts';
import { printItems, printJson, printLine, printObject, type Row } from '../output.ts';

/** How a command differs from the rules for all operations. */
export type Custom = {
  about?: string;
  example?: string;
  /** Fields given as arguments, after those of the path. */
  args?: readonly string[];
  /** Fields offered as options. By default, every field that isn't an argument, and `--data`. */
  only?: readonly string[];
  /** Older option names, by field. */
  also?: Record<string, string>;
  /** Values for fields that aren't given. */
  set?: (input: Input) => Row;
  columns?: readonly string[];
  /** A deletion that doesn't ask for confirmation. */
  asks?: false;
  print?: (input: Input, answer: Row) => void;
};

/** Prints these fields on one line, or the whole response with `--json`. */
const line =
  (...names: string[]): Custom['print'] =>
  (input, answer) => {
    printObject(input, answer, names.map((name) => answer[name]).join(' '));
  };

const daysAgo = ({ io }: Input, days: number): string => new Date(io.now() - days * 86_400_000).toISOString();

const replayed: Custom = { print: line('id', 'status') };

/** A domain's records, as its DNS host needs them. */
const records = (input: Input, domain: Row, columns: string[]): void => {
  if (input.json) printObject(input, domain);
  else printItems(input, domain.records as Row[], columns);
};

export const custom: Record<string, Custom> = {
  'emails list': { columns: ['id', 'status', 'to', 'subject', 'created_at'] },
  'emails recipients': { columns: ['email', 'kind', 'status', 'last_event', 'bounce_reason'] },
  'emails resend': {
    print: (input, sent) => {
      const omitted = Number(sent.attachments_omitted ?? 0);
      if (omitted > 0) input.io.err(`Attachments not included: ${omitted}\n`);
      printObject(input, sent, `${sent.id} ${sent.status}`);
    },
  },
  'webhooks list': { columns: ['id', 'enabled', 'failing_since', 'url', 'description'] },
  'webhooks create': {
    about: 'Create a webhook endpoint. Its signing secret is printed only once.',
    args: ['url'],
    also: { events: 'event' },
    example: 'mailwright webhooks create https://hooks.acme.test/mail --events email.bounced',
    print: (input, made) => printObject(input, made, `${(made.webhook as Row).id} ${made.secret}`),
  },
  'webhooks rotate-secret': {
    about: "Replace a webhook endpoint's signing secret. The new one is printed only once.",
  },
  'webhooks replay-failed': {
    about: 'Replay failed deliveries from the last day, or since a given time',
    set: (input) => ({ since: daysAgo(input, 1) }),
  },
  'webhooks deliveries list': { columns: ['id', 'event_type', 'status', 'attempts', 'created_at'] },
  'webhooks deliveries replay': replayed,
  'domains list': { columns: ['name', 'status', 'tenant', 'verified_at'] },
  'domains verify': {
    about: "Check a domain's DNS records now",
    print: (input, answer) => {
      const { name, status } = answer.domain as Row;
      printObject(input, answer, `${name} ${status}`);
    },
  },
  'domains forget-credentials': { about: 'Delete the credentials stored for a domain’s DNS host' },
  'suppressions delete': { example: 'mailwright suppressions delete --email gone@example.com' },
  'opt-outs delete': {
    example: 'mailwright opt-outs delete --email ada@example.com --category newsletter',
  },
  'tenants domains remove': { example: 'mailwright tenants domains remove customer-17 mail.acme.example' },
  'api-keys list': { columns: ['id', 'name', 'scopes', 'last_used_at'] },
  'openapi get': { print: ({ io }, document) => printJson(io, document) },
  'suppressions list': { columns: ['email', 'reason', 'source', 'created_at'] },
  'templates list': { columns: ['alias', 'name', 'status', 'updated_at'] },
};

/** Shorter or older names for operations. */
export const shortcuts: Record<string, Custom & { of: string }> = {
  whoami: {
    of: 'account get',
    about: 'Show which account your API key belongs to',
    example: 'mailwright whoami',
    print: (input, account) => {
      const { id, name, plan, production_unlocked } = account;
      printObject(input, input.json ? account : { id, name, plan, production_unlocked });
    },
  },
  'emails cancel': {
    of: 'emails update',
    about: 'Cancel a scheduled email',
    example: 'mailwright emails cancel msg_01kangg8m2xk5q7r9s3t1v4w6y',
    only: [],
    set: () => ({ cancel: true }),
    print: line('id', 'status'),
  },
  'emails reschedule': {
    of: 'emails update',
    about: "Change a scheduled email's send time",
    example: 'mailwright emails reschedule msg_01kangg8m2xk5q7r9s3t1v4w6y 2026-12-24T09:00:00Z',
    args: ['scheduled_at'],
    only: [],
    print: line('id', 'scheduled_at'),
  },
  'webhooks test': {
    of: 'emails test',
    about: 'Send a test event to one webhook endpoint, or to all of them',
    example: 'mailwright webhooks test --webhook wh_01kangg8m2xk5q7r9s3t1v4w6y',
    also: { webhook_id: 'webhook' },
    set: () => ({ event: 'email.delivered' }),
  },
  'webhooks replay': {
    of: 'webhooks deliveries replay',
    example: 'mailwright webhooks replay wh_01kangg8m2xk5q7r9s3t1v4w6y whd_01kangg8m2xk5q7r9s3t1v4w6y',
    ...replayed,
  },
  'domains add': {
    of: 'domains create',
    about: 'Add a domain and show the DNS records to publish',
    example: 'mailwright domains add mail.acme.example',
    args: ['name'],
    print: (input, domain) => records(input, domain, ['type', 'host', 'value', 'status']),
  },
  'domains show': {
    of: 'domains get',
    about: "Show a domain's records and their current state in DNS",
    example: 'mailwright domains show mail.acme.example',
    print: (input, domain) => {
      if (!input.json) printLine(input.io, `${domain.name} ${domain.status}`);
      records(input, domain, ['purpose', 'type', 'host', 'value', 'status']);
    },
  },
  'suppressions add': {
    of: 'suppressions create',
    about: 'Suppress an address',
    example: 'mailwright suppressions add gone@example.com --note "asked by phone"',
    args: ['email'],
    print: line('email', 'reason'),
  },
  'suppressions remove': {
    of: 'suppressions delete',
    about: 'Let an address receive mail again',
    example: 'mailwright suppressions remove gone@example.com',
    args: ['email'],
    asks: false,
    print: (input) => {
      const [email = ''] = input.args;
      printObject(input, { email, removed: true }, `${email} removed`);
    },
  },
};
