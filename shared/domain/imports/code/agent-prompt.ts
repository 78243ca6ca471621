import type { ImportProvider } from '../../../core/records/imports.ts';
import { moves } from './moves.ts';
import { longestPrompt, type SeenTemplate, type TemplatesSeen } from './templates-seen.ts';

type About = {
  provider: ImportProvider;
  title: string;
  base_url: string;
  templates: TemplatesSeen;
};

const lines = (...all: string[]) => all.join('\n');

/** Our names of the fields of the provider's requests, without the marks of the pages. */
const fieldLines = (provider: ImportProvider): string[] =>
  moves[provider].flatMap(({ api, here }) =>
    api === undefined ? [] : [`   - ${api} -> ${here}`.replaceAll('`', '')],
  );

const replaceCalls = ({ title, base_url, provider }: About) =>
  lines(
    `Move this project from ${title} to Mailwright.`,
    '',
    '1. Replace every use of its SDK, HTTP API or SMTP settings by HTTP requests:',
    `   POST ${base_url}/emails with JSON, header "Authorization: Bearer " + the environment variable MAILWRIGHT_API_KEY.`,
    '   The field code_changes of the import has a diff for each language. Remove the old package and its settings.',
    '   SMTP: the settings are in the diff of the stack "smtp", where this deployment has a relay.',
    `2. Fields, ${title} -> Mailwright:`,
    ...fieldLines(provider),
  );

const rules = lines(
  '4. Variables of templates are flat: a nested {"user": {"name": "Ada"}} becomes {"user_name": "Ada"}, an element',
  '   items[0].sku becomes items_0_sku. Flatten the objects before you send.',
  '   A variable that is missing is an error (400) here, not an empty text: pass every variable of the template,',
  '   null or "" for none.',
  '5. Answers: 200 is accepted; 400 names the fields; 422 says that the address is suppressed (it bounced,',
  '   complained or left): do not retry it; 429: wait the seconds of the header retry-after, then repeat.',
  '   Send an Idempotency-Key header with each request, the same one when it is repeated.',
  '6. Webhook receivers: each request has one event as JSON {id, type, created_at, data} and the header',
  '   Service-Signature "t=<seconds>,v1=<hex>", the HMAC-SHA256 of "<t>.<raw body>" with the secret of the endpoint.',
  '   Replace the old check of signatures and the old names of fields. Imported endpoints are disabled: set the new',
  '   secret in the receiver first, then enable the endpoint.',
);

const after = lines(
  '8. Keep the old DNS records and the old account until nothing is sent there any more. Then import again, for what',
  '   bounced or unsubscribed in between.',
);

/** The lines that there is room for, and the number of those that are left out. */
function fitting(lines: string[], count: number, room: number): { shown: string[]; more: number } {
  const shown: string[] = [];
  let left = room;
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    shown.push(line);
  }
  return { shown, more: count - shown.length };
}

const more = (n: number, what: string) =>
  n === 0 ? [] : [`   - and ${n} more: GET /migrations/{id}, ${what}`];

const nameOf = (text: string) =>
  JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A name is foreign text: it is written as JSON and stays a name, whatever it says. */
const mapLine = ({ source_id, alias, variables }: SeenTemplate): string =>
  `   - ${nameOf(source_id)} -> ${alias}${variables.length === 0 ? '' : `, variables: ${variables.join(', ')}`}`;

const draftLine = ({ alias, reason }: SeenTemplate): string => `   - ${alias}: ${reason}`;

/** The changes in the code for a person or an agent (M52, M63). No key, secret or address; at most 16 KB. */
export function agentPrompt(about: About): string {
  const { here, drafts } = about.templates;
  const head = replaceCalls(about);
  const room = longestPrompt - Buffer.byteLength([head, rules, after].join('\n')) - 1_200;
  const draftLines = fitting(drafts.first.map(draftLine), drafts.count, Math.floor(room / 4));
  const mapLines = fitting(here.first.map(mapLine), here.count, Math.floor((room * 3) / 4));
  return lines(
    head,
    '3. Templates are sent by alias: template {"id": "<alias>", "variables": {...}}. Old id -> alias:',
    ...(here.count === 0 ? ['   - none was imported'] : mapLines.shown),
    ...more(mapLines.more, 'template_map and templates.items'),
    rules,
    '7. These templates are drafts: look at each, mend what "reason" names, and publish it before you send with it:',
    ...(drafts.count === 0 ? ['   - none'] : draftLines.shown),
    ...more(draftLines.more, 'templates.items'),
    after,
    '',
  );
}
