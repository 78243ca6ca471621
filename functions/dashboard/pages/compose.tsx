import type { Template, TemplateVersion } from '../../../shared/core/records/templates.ts';

import type { Html } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { emailRoutes } from '../../emails/routes.ts';
import type { DashboardContext } from '../context.ts';
import {
  atFields,
  filled,
  filledTimes,
  json,
  listed,
  type Refused,
  showFormOnRefusal,
  type ToFields,
} from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import { readOr } from '../parts/failed-part.ts';
import { NameList, sendersOf } from '../parts/known-names.tsx';
import { get, onceGuard, pageOf, post } from '../parts/pages.tsx';
import { Form, type FormField, faults, fieldsOf } from '../parts/parts.tsx';
import { Button, FirstButton } from '../ui/elements.tsx';
import type { Choice } from '../ui/field.tsx';

/** Members with support access can resend emails but not compose them. */
export const composing = ['full'] as const;

/** The field of a template's variable. */
const variableField = (name: string): string => `var-${name}`;

const placed = atFields({ 'template.variables': 'variables' }, ['variables']);

/** An issue of a variable belongs to its own field, unless the form was sent with all variables as JSON. */
const toFields: ToFields = (issues, sent) => {
  const own = !sent.has('variables');
  return placed(issues, sent).map((issue) => ({
    ...issue,
    path: own ? issue.path.replace(/^variables\.(?=\w+$)/, variableField('')) : issue.path,
  }));
};

/** The variables sent in fields of their own. Empty fields leave the template's default. */
function variablesOf(sent: URLSearchParams): Record<string, string> {
  const prefix = variableField('');
  const own = [...sent].filter(([name, value]) => name.startsWith(prefix) && value !== '');
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

function bodyOf(sent: URLSearchParams): Record<string, unknown> {
  const { template: id, variables } = filled(sent, ['template', 'variables']);
  const given = variables === undefined ? variablesOf(sent) : json(variables);
  const isTemplate = id !== undefined || variables !== undefined;
  return {
    ...filled(sent, ['from', 'subject', 'text', 'html']),
    ...filledTimes(sent, ['scheduled_at']),
    to: listed(sent, 'to'),
    // Variables without a template are reported at the template field.
    ...(isTemplate && { template: { id, variables: given } }),
  };
}

/** What the account can send with: addresses used before or at its domains, and published templates. */
type Known = { senders: string[]; templates: Template[] };

const maxSenders = 20;

async function readKnown(ctx: DashboardContext, input: SessionInput): Promise<Known> {
  const { account, tenant } = input.session.caller;
  const newest = { limit: 100, before: null };
  const entriesOf = async <T,>(part: string, list: () => Promise<{ entries: T[] }>): Promise<T[]> =>
    (await readOr(ctx, input, { part, or: { entries: [] } }, list)).entries;
  const list = { account: account.id, tenant, shards: account.email_shards, since: null, limit: 50 };
  const [sent, domains, templates] = await Promise.all([
    entriesOf('senders', () => ctx.emails.list({ ...list, before: null })),
    entriesOf('domains', () => ctx.domains.list(account.id, newest)),
    entriesOf('templates', () => ctx.templates.list(account.id, newest)),
  ]);
  const own = sendersOf(domains);
  const at = (address: string) => address.replace(/^.*@|>$/gs, '');
  const isAtOneOf = (addresses: string[]) => (one: string) =>
    addresses.some((other) => at(other) === at(one));
  const used = [...new Set(sent.map(({ from }) => from))].filter(isAtOneOf(own));
  const isAtUsed = isAtOneOf(used);
  return {
    senders: [...used, ...own.filter((one) => !isAtUsed(one))].slice(0, maxSenders),
    templates: templates.filter(({ published }) => published !== null),
  };
}

/** All published templates, plus the form's own if it isn't published. */
function templateChoices(templates: Template[], chosen: string): Choice[] {
  const known = templates.map(
    ({ alias, name }): Choice => [alias, name === alias ? alias : `${name} (${alias})`],
  );
  const isKnown = chosen === '' || templates.some(({ alias }) => alias === chosen);
  return [['', 'No template'], ...known, ...(isKnown ? [] : [chosen])];
}

/** A field for each of a template's variables. */
const VariableFields = ({ version, field }: { version: TemplateVersion; field: FormField }): Html => (
  <fieldset>
    <legend>Variables</legend>
    {version.variables.length === 0 && <p class="small">This template has no variables.</p>}
    {version.variables.map((name) => {
      const fallback = Object.hasOwn(version.defaults, name) ? version.defaults[name] : undefined;
      return field({
        name: variableField(name),
        label: name,
        ...(fallback === undefined ? { required: true } : { hint: `Default: ${fallback || 'empty'}` }),
      });
    })}
  </fieldset>
);

type ContentFieldsContent = { sent: URLSearchParams; chosen: Template | undefined; field: FormField };

/** What the email says: its own text, or the variables of a template. */
function ContentFields({ sent, chosen, field }: ContentFieldsContent): Html {
  const hasTexts = Boolean(sent.get('text') || sent.get('html'));
  const isWritten = !sent.get('template') || hasTexts;
  const version = chosen?.published;
  const all = field({ name: 'variables', label: 'Variables', multiline: 'short', hint: 'A JSON object' });
  const isJson = sent.has('variables') || (Boolean(sent.get('template')) && !version);
  return (
    <>
      {field({
        name: 'subject',
        label: 'Subject',
        ...(!isWritten && { hint: 'Leave empty to use the template’s subject' }),
      })}
      {isWritten && (
        <div class="pair">
          {field({ name: 'text', label: 'Text', multiline: true })}
          {field({ name: 'html', label: 'HTML', multiline: true })}
        </div>
      )}
      {version && !isJson && <VariableFields version={version} field={field} />}
      {isJson && all}
    </>
  );
}

/** The page that sends an email, and its form. */
export function composePages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, emailRoutes);

  async function show(input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> {
    const { senders, templates } = await readKnown(ctx, input);
    const isNew = input.request.method === 'GET';
    const sent = isNew ? new URLSearchParams(filled(input.search, ['template', 'to'])) : input.form;
    const isWritten = ['to', 'subject', 'html', 'text'].some((name) => input.form.get(name));
    const field = fieldsOf(sent, issues, { from: senders[0] ?? '' });
    const chosen = templates.find(({ alias }) => alias === sent.get('template'));
    const options = templateChoices(templates, sent.get('template') ?? '');
    return pageOf(
      'Send an email',
      <>
        {faults(issues)}
        <Form input={input} action="/emails/new" large unsaved={issues !== undefined || isWritten}>
          <div class="compose">
            <FirstButton label="Send email" value="send" />
            {onceGuard(ctx)}
            <NameList kind="senders" names={senders} />
            <div class="pair">
              {field({
                name: 'from',
                label: 'From',
                required: true,
                names: 'senders',
                hint: 'An address at a verified domain',
              })}
              {field({ name: 'to', label: 'To', required: true, hint: 'Up to 50, comma-separated' })}
            </div>
            <div class="beside">
              {field({ name: 'template', label: 'Template', options })}
              <button type="submit" class="quiet" name="do" value="choose" formnovalidate>
                Use template
              </button>
            </div>
            <ContentFields sent={sent} chosen={chosen} field={field} />
            {field({
              name: 'scheduled_at',
              label: 'Send at',
              type: 'datetime-local',
              hint: 'UTC. Leave empty to send now',
            })}
            <Button label="Send email" />
          </div>
        </Form>
      </>,
      status,
    );
  }

  async function send(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    if (sent.get('do') === 'choose') return show(input);
    const asked = { body: bodyOf(sent), idempotency_key: sent.get('request') };
    const { id } = await call(input, 'POST /emails', asked);
    return seeOther(`/emails/${id}?done=sent`, { emails: [id] });
  }

  return [
    get('/emails/new', composing, show),
    post('/emails/new', composing, showFormOnRefusal(show, send, toFields)),
  ];
}
