import type { Issue } from '../../../shared/core/errors.ts';
import { importProviders, importRegions, importResources } from '../../../shared/core/records/imports.ts';
import type { MigrationRecord } from '../../../shared/domain/imports/import-record.ts';
import { type Html, nothing, outside } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';
import { Badge, Button, Code, Empty, Facts } from '../ui/elements.tsx';
import { Field } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { listed } from './acting.ts';
import { planTable } from './domains/domain-apply.tsx';
import { numberText } from './numbers.tsx';
import { copied, fieldsOf, hidden, time } from './parts.tsx';

type Totals = Pick<MigrationRecord, 'domains' | 'webhooks' | 'templates' | 'suppressions'>;

/** An import's keys. Entered for each request, and never stored. */
function keyFields(sent: URLSearchParams, issues: readonly Issue[]): Html {
  const secret = (name: string, label: string, hint: string, required: boolean) => (
    <Field {...{ name, label, required, hint, issues }} type="password" autocomplete="off" />
  );
  const maybePostmark = !['sendgrid', 'mailgun'].includes(sent.get('provider') ?? '');
  return (
    <>
      {secret('api_key', 'Provider API key', 'Not stored. Used only while the import runs', true)}
      {maybePostmark &&
        secret('account_api_key', 'Account token', 'For Postmark only, to read its domains', false)}
    </>
  );
}

export function importFields(sent: URLSearchParams, issues: readonly Issue[]): Html {
  const one = fieldsOf(sent, issues);
  return (
    <>
      {one({
        name: 'provider',
        label: 'Provider',
        required: true,
        options: [['', 'Choose a provider'], ...importProviders],
      })}
      {one({
        name: 'region',
        label: 'Region',
        options: [['', 'Default'], ...importRegions],
        hint: 'For SendGrid and Mailgun',
      })}
      {one({
        name: 'resources',
        label: 'What to import',
        words: importResources,
        hint: 'Select none to import all',
      })}
      {keyFields(sent, issues)}
    </>
  );
}

/** The place for secrets shown only once. It stays when the rest of the page is replaced. */
export const kept: Html = <div id="kept" hx-preserve={true}></div>;

/**
 * A form for one import request. The response replaces the page, which keeps the keys. `after_s` submits the
 * form automatically after that delay.
 */
export function sliceForm(
  { session }: SessionInput,
  { action, fields, after_s }: { action: string; fields: Html; after_s?: number },
): Html {
  const swap = 'outerHTML';
  const attributes = {
    'data-keys': true,
    'hx-post': action,
    'hx-target': '#main',
    'hx-select': '#main',
    'hx-swap': swap,
    'hx-status:40x': `swap:${swap}`,
    'hx-status:42x': `swap:${swap}`,
    ...(after_s !== undefined && { 'hx-trigger': `load delay:${after_s}s, submit`, novalidate: true }),
  };
  return (
    <form method="post" action={action} {...attributes}>
      <div data-fault={true}></div>
      {hidden({ account: session.caller.account.id })}
      {fields}
    </form>
  );
}

/** The next request's fields: the first request's input, the cursor, and the keys, entered again. */
function nextFields(sent: URLSearchParams, cursor: string | null, issues: readonly Issue[] = []): Html {
  const asked = ['provider', 'region', 'dry_run'].map((name) => [name, sent.get(name) ?? '']);
  const resources = listed(sent, 'resources').join(',');
  return (
    <>
      {hidden({ ...Object.fromEntries(asked), resources, cursor })}
      {keyFields(sent, issues)}
      <Button label="Continue" />
    </>
  );
}

/** The next request's form, which a script submits. */
export function continueForm(input: SessionInput, migration: MigrationRecord): Html {
  const { next_cursor, retry_after_seconds = 0 } = migration;
  const fields = nextFields(input.form, next_cursor);
  return (
    <>
      <p role="status">
        The import isn’t finished yet.
        {retry_after_seconds > 0 && ` The provider asked us to wait ${retry_after_seconds} s.`}
      </p>
      {sliceForm(input, { action: '/imports/continue', fields, after_s: retry_after_seconds })}
    </>
  );
}

/** The form of a rejected request, with its cursor, so the import resumes instead of starting over. */
export const againForm = (input: SessionInput, issues: readonly Issue[]): Html =>
  sliceForm(input, {
    action: '/imports/continue',
    fields: nextFields(input.form, input.form.get('cursor'), issues),
  });

/** The form that resumes an import after leaving its page. Objects already imported are skipped. */
export function resumeForm(input: SessionInput, { provider, region, resources }: MigrationRecord): Html {
  const asked = { provider, region: region ?? '', resources: resources.join(','), do: 'import' };
  const keys = keyFields(new URLSearchParams({ provider }), []);
  const fields = (
    <>
      {hidden(asked)}
      {keys}
      <Button label="Continue" />
    </>
  );
  return (
    <>
      <h2>Continue</h2>
      <p>This import isn’t finished. Objects already imported are skipped.</p>
      {sliceForm(input, { action: '/imports/new', fields })}
    </>
  );
}

function totalsOf({ domains, webhooks, templates, suppressions }: Totals): Html {
  const row = (
    name: string,
    totals: { found: number; imported: number; skipped: number; failed: number },
    other: unknown,
  ) => [name, ...[totals.found, totals.imported, totals.skipped, totals.failed].map(numberText), other];
  return (
    <Table
      caption="Results by resource"
      heads={['Resource', 'Found', 'Imported', 'Skipped', 'Failed', 'Details']}
      rows={[
        row('Domains', domains.totals, ''),
        row('Webhooks', webhooks.totals, ''),
        row('Templates', templates.totals, `${numberText(templates.totals.needs_attention)} need attention`),
        row(
          'Suppressions',
          suppressions.totals,
          `${numberText(suppressions.totals.already_suppressed)} already suppressed`,
        ),
      ]}
    />
  );
}

const section = (name: string, heads: string[], rows: unknown[][]): Html =>
  rows.length === 0 ? (
    nothing
  ) : (
    <>
      <h2>{name}</h2>
      <Table caption={name} heads={heads} rows={rows} />
    </>
  );

type Became = { status: string; reason: string | null; message: string | null };

const became = (one: Became): Html[] => [
  <Badge word={one.status} />,
  outside(one.message ?? one.reason ?? '–'),
];

const linked = (list: string, id: string | null, name: string): Html =>
  id ? <a href={`${list}/${id}`}>{outside(name)}</a> : outside(name);

type DomainItem = MigrationRecord['domains']['items'][number];

const RecordsTable = ({ name, records }: DomainItem): Html => (
  <Table
    caption={`Records for ${name}`}
    heads={['Type', 'State', 'Name', 'Value']}
    rows={records.map((record) => [
      record.type,
      <Badge word={record.status} />,
      copied('name', record.host),
      copied('value', record.value),
    ])}
  />
);

/**
 * What to publish for a domain. Uses its plan, because a plain record next to an existing one may be wrong,
 * such as a second SPF record (T4).
 */
function dnsPlan(item: DomainItem): Html {
  const { name, records, dns_plan } = item;
  if (dns_plan !== null)
    return (
      <>
        <h3>DNS plan for {outside(name)}</h3>
        {planTable(dns_plan, `DNS plan for ${name}`)}
      </>
    );
  if (records.length === 0) return nothing;
  return (
    <>
      <h3>Records for {outside(name)}</h3>
      <RecordsTable {...item} />
    </>
  );
}

/** Secrets of webhooks that this request created. No other response includes them. */
export function webhookSecrets({ webhooks }: Totals): Html {
  const made = webhooks.items.filter(({ secret }) => secret !== null);
  if (made.length === 0) return nothing;
  return (
    <div hx-swap-oob="beforeend:#kept">
      <h2>Webhook secrets, shown only once</h2>
      <Table
        caption="Webhook secrets"
        heads={['URL', 'Secret']}
        rows={made.map(({ url, secret }) => [outside(url), copied('secret', secret ?? '')])}
      />
    </div>
  );
}

/** The report of an import or a preview. */
export function report(migration: MigrationRecord): Html {
  const { domains, webhooks, templates, suppressions, errors, attention } = migration;
  return (
    <>
      <Facts
        entries={[
          ['Status', <Badge word={migration.status} />],
          ['Provider', migration.provider],
          ['Region', migration.region ?? '–'],
          ['Resources', migration.resources.join(', ')],
          ['Started', time(migration.created_at)],
        ]}
      />
      {totalsOf(migration)}
      {section(
        'Needs attention',
        ['Resource', 'Name', 'Why', 'What to do'],
        attention.map((one) => [one.resource, outside(one.name), one.reason, outside(one.action)]),
      )}
      {section(
        'Errors',
        ['Resource', 'Code', 'What happened'],
        errors.map((one) => [one.resource, one.code, outside(one.message)]),
      )}
      {section(
        'Domains',
        ['Name', 'Status', 'Why'],
        domains.items.map((one) => [linked('/domains', one.domain_id, one.name), ...became(one)]),
      )}
      {domains.items.map(dnsPlan)}
      {section(
        'Webhooks',
        ['URL', 'Status', 'Why'],
        webhooks.items.map((one) => [linked('/webhooks', one.webhook_id, one.url), ...became(one)]),
      )}
      {section(
        'Templates',
        ['Name', 'Alias', 'Status', 'Why'],
        templates.items.map((one) => [
          linked('/templates', one.template_id, one.name),
          outside(one.alias ?? '–'),
          ...became(one),
        ]),
      )}
      {section(
        'Skipped suppressions',
        ['Reason', 'Count'],
        Object.entries(suppressions.skipped_reasons).map(([reason, count]) => [reason, numberText(count)]),
      )}
      {migration.truncated && (
        <Empty text="These lists are shortened. The CSV report includes the first 1,000 entries of each list and a count of the rest." />
      )}
      <CodeChanges {...migration} />
    </>
  );
}

function CodeChanges({ code_changes, agent_prompt }: MigrationRecord): Html {
  if (code_changes.length === 0) return nothing;
  return (
    <>
      <h2>Changes to your code</h2>
      {code_changes.map(({ label, diff }) => (
        <details>
          <summary>{label}</summary>
          <Code name={`change: ${label}`} text={diff} />
        </details>
      ))}
      <details>
        <summary>Prompt for a coding assistant</summary>
        <Code name="prompt" text={agent_prompt} />
      </details>
    </>
  );
}
