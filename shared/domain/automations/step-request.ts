import * as z from 'zod';
import {
  formatMailbox,
  isAddress,
  mailboxFault,
  parseMailbox,
  recipientFault,
} from '../../core/addresses.ts';
import { characters } from '../../core/characters.ts';
import { type FieldFault, faultsOfFields, isFieldName } from '../../core/field-name.ts';
import { isObject } from '../../core/json-path.ts';
import { instantForm, parseInstant } from '../../core/parse-instant.ts';
import { type Category, categories } from '../../core/records/emails.ts';
import { adder, addFault, atMost, objectField, withoutControls } from '../../core/schemas.ts';
import { isTimeZone } from '../../core/time-of-day.ts';
import { checkVariables, VariablesField } from '../templates/variables.ts';
import { EventName } from './event-request.ts';
import { phoneNumber } from './phone-number.ts';
import { isEventPath, scan } from './references.ts';
import { RuleRequest } from './rule-request.ts';

const max_s = 31_536_000;

const upTo = (max: number) => atMost(max, { abort: true });

/** Text that is filled later, when its final length is checked. */
const text = (max: number) => upTo(max).min(1);

const hasReference = (value: string) => value.includes('{{');

/** A field without references, because an event must not choose its value. */
const literal = (max: number) =>
  text(max).refine((value) => !hasReference(value), { error: 'must not contain references' });

const seconds = () => z.int().min(1).max(max_s);

export const Title = z
  .string()
  .refine((name) => name.trim() !== '' && characters(name.trim()) <= 100, {
    error: '1-100 characters',
    params: { rule: 'length' },
  })
  .transform((name) => name.trim())
  .meta({ minLength: 1, maxLength: 100 });

const StepId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1-64 characters from A-Z a-z 0-9 _ -' });

const base = { name: Title.nullable().default(null), id: StepId.optional() };

/** A mailbox where at most the display name has references. */
function checkSender(value: string, context: z.core.$RefinementCtx): void {
  const mailbox = parseMailbox(value);
  if (mailbox === null) addFault(context, mailboxFault(value));
  else if (hasReference(mailbox.address))
    adder(context)([], 'format', 'the address must not contain references');
}

const sender = () =>
  z.union(
    [
      upTo(2_000).superRefine(checkSender),
      z
        .object({ email: z.string().max(320), name: withoutControls(text(200)).nullish() })
        .superRefine(({ email }, context) => {
          if (!isAddress(email) || hasReference(email))
            adder(context)(['email'], 'format', 'must be one email address without references');
        })
        .transform((value) => formatMailbox(value)),
    ],
    { error: 'must be an address or {email, name?}' },
  );

/** An address, or text that references complete to one. */
const recipient = () =>
  upTo(2_000).superRefine((value, context) => {
    if (!hasReference(value) && parseMailbox(value) === null) addFault(context, recipientFault(value));
  });

const recipients = () =>
  z.union(
    [
      recipient(),
      z
        .array(recipient())
        .min(1, { error: 'at least one address' })
        .max(10, { error: 'at most 10 addresses' }),
    ],
    { error: 'must be an address or a list of addresses' },
  );

const asList = (value: unknown): unknown =>
  isObject(value) ? Object.entries(value).map(([name, one]) => ({ name, value: one })) : value;

const TagName = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,64}$/, { error: 'must be 1-64 characters from A-Z a-z 0-9 _ . : -' });
const tags = () =>
  z.preprocess(
    asList,
    z
      .array(z.object({ name: TagName, value: upTo(2_000) }))
      .max(10, { error: 'at most 10 tags' })
      .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
        error: 'tag names must be unique',
        params: { rule: 'conflict' },
      }),
  );

const categoryField = () =>
  z
    .string()
    .superRefine((value, context) => {
      const add = adder(context);
      if (hasReference(value)) add([], 'format', 'must not contain references');
      else if (!categories.some((one) => one === value)) add([], 'enum', `one of ${categories.join(', ')}`);
    })
    .transform((value) => value as Category)
    .meta({ enum: categories });

const templateUse = () =>
  z
    .object({ id: literal(128), variables: VariablesField.nullish() })
    .superRefine(({ variables }, context) => {
      for (const issue of checkVariables(variables ?? {}, 'variables'))
        addFault(context, issue, issue.path.split('.'));
    })
    .transform(({ id, variables }) => ({ id, variables: variables ?? {} }));

/** A send field that steps don't support. Refusing it beats dropping it silently. */
const notTaken = () =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (value !== undefined) adder(context)([], 'unknown', 'not supported in an automation step');
    })
    .optional()
    .meta({ not: {} });

const sendEmail = () =>
  z
    .object({
      type: z.literal('send_email'),
      ...base,
      from: sender(),
      to: recipients().default('{{event.email}}'),
      template: templateUse().optional(),
      subject: text(998)
        .refine((value) => value.trim() !== '', { error: 'must not be blank', params: { rule: 'length' } })
        .optional(),
      html: text(262_144).optional(),
      text: text(262_144).optional(),
      reply_to: recipients().optional(),
      tags: tags().optional(),
      category: categoryField().optional(),
      unsubscribe: z.boolean().optional(),
      tenant: text(512).optional(),
      cc: notTaken(),
      bcc: notTaken(),
      headers: notTaken(),
      attachments: notTaken(),
      scheduled_at: notTaken(),
    })
    .superRefine(({ template, subject, html, text: plain }, context) => {
      const add = adder(context);
      if (template) {
        for (const [path, part] of Object.entries({ html, text: plain }))
          if (part !== undefined) add([path], 'conflict', `give either ${path} or template, not both`);
        return;
      }
      if (subject === undefined) add(['subject'], 'required', 'subject is required');
      if (html === undefined && plain === undefined) add(['html'], 'required', 'html or text is required');
    })
    .transform(({ cc: _1, bcc: _2, headers: _3, attachments: _4, scheduled_at: _5, ...step }) => step);

const sendSms = () =>
  z.object({
    type: z.literal('send_sms'),
    ...base,
    to: text(256).refine((to) => hasReference(to) || phoneNumber(to) !== null, {
      error: 'must be one phone number, such as +41791234567',
    }),
    text: text(1_600),
  });

const timeOfDay = () =>
  z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: 'must be HH:MM, such as 08:00' });

/** Whether a text is an instant, or can become one once filled. */
const mayBeInstant = (until: string): boolean =>
  hasReference(until)
    ? scan(until).pieces.every((piece) => typeof piece !== 'string' || /^[-+.:0-9TZ]*$/.test(piece))
    : parseInstant(until) !== null;

const waysToWait = ['seconds', 'until', 'between'] as const;

const delay = () =>
  z
    .object({
      type: z.literal('delay'),
      ...base,
      seconds: seconds().optional(),
      until: text(256)
        .refine(mayBeInstant, {
          error: `must be ${instantForm}, or a reference such as {{event.data.trial_ends_at}}`,
        })
        .optional(),
      offset_seconds: z.int().min(-max_s).max(max_s).optional(),
      between: z
        .tuple([timeOfDay(), timeOfDay()])
        .refine(([from, to]) => from !== to, {
          error: 'must be two different times',
          params: { rule: 'range' },
        })
        .optional(),
      time_zone: text(256)
        .refine((zone) => hasReference(zone) || isTimeZone(zone), {
          error: 'must be a time zone, such as Europe/Zurich',
        })
        .optional(),
    })
    .superRefine((delay, context) => {
      const add = adder(context);
      const [first, ...others] = waysToWait.filter((way) => delay[way] !== undefined);
      if (first === undefined) add(['seconds'], 'required', 'seconds, until, or between is required');
      for (const way of others) add([way], 'conflict', `give ${first} or ${way}, not both`);
      if (delay.offset_seconds !== undefined && delay.until === undefined)
        add(['offset_seconds'], 'conflict', 'requires until');
      if (delay.time_zone !== undefined && delay.between === undefined)
        add(['time_zone'], 'conflict', 'requires between');
      if (delay.between !== undefined && delay.time_zone === undefined)
        add(['time_zone'], 'required', 'time_zone is required');
    });

const isMatched = (field: string) =>
  /^(?:email|user_id|data\..*)$/s.test(field) && isEventPath(field.split('.'));
const matchField = () => z.string().refine(isMatched, { error: 'must be email, user_id, or data.<key>' });

const waitForEvent = () =>
  z.object({
    type: z.literal('wait_for_event'),
    ...base,
    event: EventName,
    timeout_seconds: seconds(),
    on_timeout: z.enum(['continue', 'end', 'fail']).default('end'),
    match: z
      .object({
        field: matchField(),
        equals: z.union([text(256), z.number(), z.boolean()], {
          error: 'must be a string, number, or boolean',
        }),
      })
      .optional(),
  });

const ruleList = () => z.array(RuleRequest).min(1).max(20);

const condition = () =>
  z
    .object({
      type: z.literal('condition'),
      ...base,
      all: ruleList().optional(),
      any: ruleList().optional(),
      skip_to: StepId.optional(),
    })
    .superRefine(({ all, any }, context) => {
      const add = adder(context);
      if (all && any) add(['any'], 'conflict', 'give all or any, not both');
      if (!all && !any) add(['all'], 'required', 'all or any is required');
    });

const maxHeaderName = 128;
const own =
  /^(?:(?:host|content-length|content-type|transfer-encoding|connection|te|trailer|upgrade|expect)$|service-|x-amz-)/i;

function headerFault(name: string, value: unknown): FieldFault | null {
  if (name.length > maxHeaderName || !isFieldName(name)) return ['format', 'not a valid header name'];
  if (own.test(name)) return ['blocked', 'reserved for the service'];
  if (typeof value !== 'string') return ['type', 'must be a string'];
  return characters(value) > 2048 ? ['length', 'at most 2048 characters'] : null;
}

const headersField = () =>
  objectField<Record<string, string>>('must be an object of names and values')
    .superRefine((headers, context) => {
      const add = adder(context);
      const entries = Object.entries(headers);
      if (entries.length > 20) add([], 'length', 'at most 20 headers');
      for (const [name, fault] of faultsOfFields(entries.slice(0, 20), headerFault)) add([name], ...fault);
    })
    .meta({ type: 'object', additionalProperties: { type: 'string', maxLength: 2048 } });

const bodyField = () =>
  z
    .custom<Record<string, unknown> | unknown[]>((value) => isObject(value) || Array.isArray(value), {
      error: 'must be an object or an array',
      params: { rule: 'type' },
    })
    .meta({ oneOf: [{ type: 'object' }, { type: 'array', items: {} }] });

/** Only the automation's author may choose the host. */
const urlField = () =>
  text(2048).refine((url) => !hasReference(/^[a-z]+:\/\/[^/?]*/i.exec(url)?.[0] ?? url), {
    error: 'references are allowed only after the host',
  });

const webhook = () =>
  z.object({
    type: z.literal('webhook'),
    ...base,
    url: urlField(),
    method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
    headers: headersField().optional(),
    body: bodyField().optional(),
  });

/** A step with its defaults. Built lazily, because these schemas are half of their function. */
export const StepRequest = z.lazy(() =>
  z
    .discriminatedUnion('type', [
      sendEmail().meta({ id: 'SendEmailStep' }),
      sendSms().meta({ id: 'SendSmsStep' }),
      delay().meta({ id: 'DelayStep' }),
      waitForEvent().meta({ id: 'WaitForEventStep' }),
      condition().meta({ id: 'ConditionStep' }),
      webhook().meta({ id: 'WebhookStep' }),
    ])
    .meta({ id: 'AutomationStep' }),
);
