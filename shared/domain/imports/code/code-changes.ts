import type { ImportProvider } from '../../../core/records/imports.ts';
import type { Settings } from '../../settings.ts';
import changes from './code-changes.json' with { type: 'json' };
import { moves } from './moves.ts';
import { maxPromptBytes, type SeenTemplate, type TemplatesSeen } from './templates-seen.ts';

type CodeChange = { stack: string; label: string; diff: string };

/** Diffs keep the old provider's port, which is also ours if the relay uses the default. */
const withPort = (diff: string, port: number): string =>
  port === 587 ? diff : diff.replace('\n SMTP_PORT=587\n', `\n-SMTP_PORT=587\n+SMTP_PORT=${port}\n`);

/** Changes in a program that sends through this provider, per language. */
export const codeChanges = (
  provider: ImportProvider,
  settings: Pick<Settings, 'base_url' | 'smtp_host' | 'smtp_port' | 'smtp_relay'>,
): CodeChange[] =>
  changes[provider]
    .filter(({ stack }) => settings.smtp_relay || stack !== 'smtp')
    .map(({ stack, label, diff }) => ({
      stack,
      label,
      diff: withPort(diff, settings.smtp_port)
        .replaceAll('{base_url}', () => settings.base_url)
        .replaceAll('{smtp_host}', () => settings.smtp_host),
    }));

type About = { provider: ImportProvider; title: string; base_url: string; templates: TemplatesSeen };

/** Our names for the provider's request fields, without page markup. */
const fieldLines = (provider: ImportProvider): string[] =>
  moves[provider].flatMap(({ api, here }) =>
    api === undefined ? [] : [`   - ${api} -> ${here}`.replaceAll('`', '')],
  );

const replaceCalls = ({ title, base_url, provider }: About) =>
  [
    `Move this project from ${title} to Mailwright.`,
    '',
    '1. Replace every use of its SDK, HTTP API, or SMTP settings with HTTP requests:',
    `   POST ${base_url}/emails with a JSON body and the header "Authorization: Bearer " + the environment variable MAILWRIGHT_API_KEY.`,
    "   The import's code_changes field has a diff for each language. Remove the old package and its settings.",
    '   For SMTP, use the settings in the "smtp" diff. If there is no such diff, this deployment has no SMTP relay.',
    `2. Rename the fields, ${title} -> Mailwright:`,
    ...fieldLines(provider),
  ].join('\n');

const rules = `4. Template variables are flat. Flatten objects before you send: {"user": {"name": "Ada"}} becomes
   {"user_name": "Ada"}, and items[0].sku becomes items_0_sku.
   If a variable is missing, the send fails with 400: Mailwright does not put an empty string in its place. Pass all
   the template's variables, with null or "" for the empty ones.
5. Handle the response status. 200 means accepted. 400 names the invalid fields. 422 means the address is suppressed
   because it bounced, complained, or unsubscribed, so do not retry. After a 429, wait the number of seconds in the
   retry-after header, then retry. Send an Idempotency-Key header with each request, and reuse the key for each retry.
6. Update webhook receivers. Each request contains one event as JSON {id, type, created_at, data}, and a header
   Service-Signature "t=<seconds>,v1=<hex>". The signature is the HMAC-SHA256 of "<t>.<raw body>" with the endpoint's
   secret. Replace the old signature check and the old field names. Imported endpoints are disabled. Set the new
   secret in the receiver first, then enable the endpoint.`;

const after = `8. Keep the old DNS records and the old account until you no longer send through them. Then import again to add the
   addresses that bounced or unsubscribed in the meantime.`;

/** As many lines as fit, then how many are left out and where they are. */
function fitting(lines: string[], count: number, { room, where }: { room: number; where: string }): string[] {
  const shown: string[] = [];
  let left = room;
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const more = count - shown.length;
  return more === 0 ? shown : [...shown, `   - and ${more} more: GET /migrations/{id}, ${where}`];
}

/** A name is text from someone else, so it is quoted as ASCII JSON. It stays a name, whatever it says. */
const nameOf = (text: string) =>
  JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const mapLine = ({ source_id, alias, variables }: SeenTemplate): string =>
  `   - ${nameOf(source_id)} -> ${alias}${variables.length === 0 ? '' : `, variables: ${variables.join(', ')}`}`;

const draftLine = ({ alias, reason }: SeenTemplate): string => `   - ${alias}: ${reason}`;

/** The code changes for a person or an agent (M52, M63). No keys, secrets, or addresses. At most 16 KB. */
export function agentPrompt(about: About): string {
  const { here, drafts } = about.templates;
  const head = replaceCalls(about);
  const room = maxPromptBytes - Buffer.byteLength([head, rules, after].join('\n')) - 1_200;
  const ofDrafts = { room: Math.floor(room / 4), where: 'templates.items' };
  const ofMap = { room: Math.floor((room * 3) / 4), where: 'template_map and templates.items' };
  return [
    head,
    '3. Send templates by alias: template {"id": "<alias>", "variables": {...}}. Old id -> alias:',
    ...(here.count === 0
      ? ['   - no templates were imported']
      : fitting(here.first.map(mapLine), here.count, ofMap)),
    rules,
    '7. These templates are drafts. Review each one, fix the listed problem, and publish the draft before you use it:',
    ...(drafts.count === 0 ? ['   - none'] : fitting(drafts.first.map(draftLine), drafts.count, ofDrafts)),
    after,
    '',
  ].join('\n');
}
