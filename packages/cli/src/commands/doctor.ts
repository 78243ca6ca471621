import { isMailwrightError } from '@mailwright/sdk';
import type { CommandSpec, Input } from '../command.ts';
import { printJson, printLine } from '../output.ts';
import { pagesOf } from '../pages.ts';
import { settledEmail } from './emails.ts';

type Finding = { ok: boolean; what: string; fix?: string };

const fine = (what: string): Finding => ({ ok: true, what });
const wrong = (what: string, fix: string): Finding => ({ ok: false, what, fix });

/** The maximum clock difference. If it is larger, webhooks are rejected. */
const max_s = 300;

async function clock({ io, baseUrl }: Input): Promise<Finding> {
  const answer = await (io.fetch ?? fetch)(`${baseUrl}/health`, {});
  const date = answer.headers.get('date');
  if (date === null) return fine("skipped: the service's response has no Date header");
  const off_s = Math.round(Math.abs(io.now() - Date.parse(date)) / 1_000);
  return off_s <= max_s
    ? fine(`within ${off_s} s of the service's clock`)
    : wrong(
        `${off_s} s off the service's clock`,
        "Correct this machine's clock. Until then, webhook signature checks fail.",
      );
}

/** A verified domain that belongs to the account itself, not to a tenant. */
async function senderOf({ client }: Input): Promise<string | undefined> {
  for await (const { name, sending_enabled, tenant } of client.domains.list({
    status: 'verified',
    limit: '100',
  }))
    if (sending_enabled && !tenant) return name;
  return undefined;
}

/**
 * The key's scopes, from the error for a missing `full` scope. Null for a tenant key, which fails earlier.
 */
async function scopesOf({ client }: Input): Promise<string[] | null> {
  try {
    await client.request('GET', '/api-keys', { query: { limit: '1' } });
    return ['full'];
  } catch (error) {
    const { granted, reason } = (isMailwrightError(error) && error.details) || {};
    if (Array.isArray(granted)) return granted;
    if (reason === 'route_closed') return null;
    throw error;
  }
}

async function scopes(input: Input): Promise<Finding> {
  const granted = await scopesOf(input);
  if (granted === null) return fine("skipped: a tenant key can't read its own scopes");
  const what = granted.join(', ');
  return granted.includes('full') || granted.includes('emails:send')
    ? fine(what)
    : wrong(`${what} (emails:send is missing)`, 'Use a key with the emails:send scope.');
}

/** Whether deliveries to an endpoint failed for good in the last hour. Retries take minutes. */
async function isFailing(input: Input, id: string): Promise<boolean> {
  const since = new Date(input.io.now() - 3_600_000).toISOString();
  for await (const page of pagesOf(input, `/webhooks/${id}/deliveries`, { status: 'failed', since }, 1))
    if (page.length > 0) return true;
  return false;
}

/** An endpoint disabled by its owner or by `webhooks listen` has no `disabled_reason` and isn't an error. */
async function webhooks(input: Input): Promise<Finding> {
  const off: string[] = [];
  const failing: string[] = [];
  let count = 0;
  for await (const { id, enabled, disabled_reason } of input.client.webhooks.list({ limit: '100' })) {
    count++;
    if (disabled_reason !== null) off.push(id);
    else if (enabled && (await isFailing(input, id))) failing.push(id);
  }
  const named = Object.entries({ disabled: off, failing }).filter(([, ids]) => ids.length > 0);
  if (named.length === 0) return fine(`no endpoints are failing (${count} checked)`);
  const see = `For details, run \`mailwright webhooks deliveries ${failing[0] ?? off[0]}\``;
  return wrong(
    named.map(([state, ids]) => `${state}: ${ids.join(', ')}`).join('; '),
    `Fix the webhook receiver, then enable any disabled endpoints. ${see}`,
  );
}

const checks: Record<string, (input: Input) => Promise<Finding>> = {
  service: async ({ client, baseUrl }) => {
    await client.health.get();
    return fine(`${baseUrl} is up`);
  },
  clock,
  key: async ({ client }) => fine(`belongs to ${(await client.account.get()).name}`),
  scopes,
  production: async ({ client }) =>
    (await client.account.get()).production_unlocked
      ? fine('unlocked')
      : wrong(
          "locked: you can send only to the account's email address",
          'Verify a domain, then ask an operator to unlock production.',
        ),
  limits: async ({ client }) => {
    const { limits, usage } = await client.account.get();
    const left = (of: 'emails_day' | 'emails_month') => (limits[of] ?? Number.POSITIVE_INFINITY) - usage[of];
    const least = Math.min(left('emails_day'), left('emails_month'));
    if (least <= 0) return wrong('email limit reached', `Wait until ${usage.resets_at}, or change the plan.`);
    return fine(least === Number.POSITIVE_INFINITY ? 'none' : `${least} emails left`);
  },
  domain: async (input) => {
    const name = await senderOf(input);
    return name
      ? fine(`${name} is verified`)
      : wrong(
          'no verified domain',
          'Run `mailwright domains add <name>`, then publish the DNS records it prints.',
        );
  },
  webhooks,
  email: deliver,
};

/** Sends an email to the simulator and waits until it is delivered. */
async function deliver(input: Input): Promise<Finding> {
  const domain = await senderOf(input);
  if (domain === undefined) return wrong('not sent: no verified domain', 'Verify a domain first.');
  const { id } = await input.client.emails.send({
    from: `doctor@${domain}`,
    to: 'success@simulator.amazonses.com',
    subject: 'mailwright doctor',
    text: 'This is a test email from mailwright doctor.',
  });
  const email = await settledEmail(input, id, 60);
  return email.status === 'delivered'
    ? fine(`${email.id} delivered`)
    : wrong(`${email.id} is ${email.status}`, `For details, run \`mailwright emails show ${email.id}\``);
}

/** Reports an API error as a finding. A connection failure ends the checks, as all others would fail. */
function refused(error: unknown): Finding {
  if (!isMailwrightError(error) || error.status === 0) throw error;
  const fix = { 401: 'Run `mailwright login` with a valid key.', 403: 'Use a key with more scopes.' }[
    error.status
  ];
  const { message, code, hint, docs_url } = error;
  const more = docs_url ? `See ${docs_url}.` : 'Check the base URL.';
  return wrong(code ? `${message} (${code})` : message, hint ?? fix ?? more);
}

async function doctor(input: Input): Promise<number> {
  const { io, json } = input;
  let failed = 0;
  for (const [name, look] of Object.entries(checks)) {
    const found = await look(input).catch(refused);
    if (!found.ok) failed++;
    if (json) printJson(io, { check: name, ...found });
    else {
      printLine(io, `${found.ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(10)}  ${found.what}`);
      if (found.fix) printLine(io, `      ${' '.repeat(10)}  ${found.fix}`);
    }
  }
  return failed === 0 ? 0 : 1;
}

/** The account checks. Operators use `npm run doctor` instead. */
export const doctorCommand: CommandSpec = {
  name: 'doctor',
  about:
    'Check the service, your API key, and your account. Sends a test email to the SES mailbox simulator, and exits with status 1 if a check fails.',
  example: 'mailwright doctor',
  run: doctor,
};
