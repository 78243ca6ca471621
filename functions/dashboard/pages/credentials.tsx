import {
  type ApiKeyRecord,
  type SmtpCredentialRecord,
  smtp_username,
} from '../../../shared/domain/keys/key-record.ts';
import { scopes } from '../../../shared/domain/keys/scopes.ts';
import type { Settings } from '../../../shared/domain/settings.ts';
import { type Child, type Html, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import { apiKeys, smtpCredentials } from '../../keys/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, showFormOnRefusal } from '../parts/acting.ts';
import { boundCells, boundFields, boundHeads, boundsOf, type DomainChoices } from '../parts/bounds.tsx';
import { type Call, callsOf, type Listed } from '../parts/calls.ts';
import { confirmPages } from '../parts/confirm-pages.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { listedBy, listPage } from '../parts/list.tsx';
import { formPage, get, kindOf, newLink, onceGuard, post } from '../parts/pages.tsx';
import { confirmLink, copied, type FormField, time } from '../parts/parts.tsx';
import { secretPage } from '../parts/secret.tsx';
import { Button, Facts } from '../ui/elements.tsx';

type Calls = ReturnType<typeof callsOf>;

type Kind<Row> = {
  resource: Resource<DashboardContext>;
  create: string;
  none: string;
  /** Shown above the list. */
  above?: Html;
  deleted: string;
  rows: (calls: Calls, input: SessionInput) => Promise<Listed<Row>>;
  /** Columns besides the name and the limits. */
  heads?: string[];
  cells?: (row: Row) => unknown[];
  /** The start of the secret, shown below the name. */
  begins?: (row: Row) => Html;
  known?: object;
  fields?: (field: FormField) => Html;
  body?: (sent: URLSearchParams) => object;
  make: (
    calls: Calls,
    input: SessionInput,
    asked: Parameters<Call>[2],
  ) => Promise<{ secret: string; text: Child }>;
  /** What deleting the credential stops. */
  ends: (calls: Calls, input: SessionInput) => Promise<Html>;
};

const keys: Kind<ApiKeyRecord> = {
  resource: apiKeys,
  create: 'Create API key',
  none: 'No API keys yet.',
  deleted: 'The API key was deleted. It stops working within a minute.',
  rows: ({ callList }, input) => callList(input, 'GET /api-keys'),
  heads: ['Scopes'],
  cells: (key) => [key.scopes.join(', ')],
  begins: ({ prefix }) => (
    <div class="small">
      <code>{prefix}…</code>
    </div>
  ),
  known: { scopes: 'emails:send' },
  fields: (field) =>
    field({
      name: 'scopes',
      label: 'Scopes',
      words: scopes,
      hint: 'Select at least one. The full scope includes all others',
    }),
  body: (sent) => ({ scopes: listed(sent, 'scopes') }),
  make: async ({ call }, input, asked) => {
    const { secret } = await call(input, 'POST /api-keys', asked);
    return { secret, text: 'Send this header with each request: "Authorization: Bearer YOUR_KEY".' };
  },
  ends: async ({ call }, input) => {
    const { api_key } = await call(input, 'GET /api-keys/{id}');
    return (
      <>
        {outside(api_key.name)} ({api_key.prefix}…) stops working within a minute. This can’t be undone.
      </>
    );
  },
};

/** What a program needs besides a password to send over SMTP. */
const Connection = ({ host, port }: { host: string; port: number }): Html => (
  <Facts
    entries={[
      ['Host', copied('SMTP host', host)],
      ['Port', copied('SMTP port', String(port))],
      ['Encryption', 'STARTTLS'],
      ['User', copied('user', smtp_username)],
    ]}
  />
);

const credentials = ({ smtp_host: host, smtp_port: port }: Settings): Kind<SmtpCredentialRecord> => ({
  resource: smtpCredentials,
  create: 'Create credential',
  none: 'No SMTP credentials yet. Create one to send email over SMTP.',
  above: <Connection host={host} port={port} />,
  deleted: 'The credential was deleted. It stops working within a minute.',
  rows: ({ callList }, input) => callList(input, 'GET /smtp-credentials'),
  make: async ({ call }, input, asked) => {
    const { password } = await call(input, 'POST /smtp-credentials', asked);
    const text = (
      <>
        <p>This is the password. Connect with these settings:</p>
        <Connection host={host} port={port} />
      </>
    );
    return { secret: password, text };
  },
  ends: async ({ call }, input) => {
    const { smtp_credential } = await call(input, 'GET /smtp-credentials/{id}');
    return <>{outside(smtp_credential.name)} stops working within a minute. This can’t be undone.</>;
  },
});

/** Pages for one kind of credential. The secret is shown once. */
function credentialPages<Row extends ApiKeyRecord | SmtpCredentialRecord>(
  ctx: DashboardContext,
  { resource, create, none, deleted, above, heads = [], known, ...kind }: Kind<Row>,
): Page<DashboardContext>[] {
  const { path } = resource;
  const name = kindOf(resource.noun);
  const calls = callsOf(ctx, resource.routes);

  async function list(input: SessionInput): Promise<PageAnswer> {
    return listPage(input, {
      ...(await kind.rows(calls, input)),
      ...listedBy(ctx, resource),
      notes: { deleted },
      action: newLink(`${path}/new`, create),
      ...(above && { above }),
      heads: ['Name', ...heads, ...boundHeads, 'Last used', 'Created', 'Action'],
      row: (one) => [
        <>
          {outside(one.name)}
          {kind.begins?.(one)}
        </>,
        ...(kind.cells?.(one) ?? []),
        ...boundCells(one),
        time(one.last_used_at),
        time(one.created_at),
        confirmLink(`${path}/${one.id}/delete`, 'Delete', 'link'),
      ],
      none,
    });
  }

  async function domainChoices({ session }: SessionInput): Promise<DomainChoices> {
    const { entries, next } = await ctx.domains.list(session.caller.account.id, { limit: 100, before: null });
    return { names: entries.map(({ domain }) => domain.name), all: next === null && entries.length > 0 };
  }

  const newPage = formPage(
    { name: `Create an ${name}`, action: `${path}/new`, known },
    async (field, input) => {
      const [domains, names] = await Promise.all([domainChoices(input), knownNames(ctx, input, ['tenants'])]);
      return (
        <>
          {names}
          {onceGuard(ctx)}
          {field({ name: 'name', label: 'Name', required: true })}
          {kind.fields?.(field)}
          {boundFields(field, domains)}
          <Button label={create} />
        </>
      );
    },
  );

  async function make(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const made = await kind.make(calls, input, {
      body: { ...filled(sent, ['name']), ...boundsOf(sent), ...kind.body?.(sent) },
      idempotency_key: sent.get('request'),
    });
    return secretPage(`${name} created`, { ...made, back: path });
  }

  const ask = async (input: SessionInput) => ({
    name: `Delete ${name}`,
    text: await kind.ends(calls, input),
    label: 'Delete',
    back: path,
  });
  const remove = calls.unchecked.does(`DELETE ${path}/{id}`, `${path}?done=deleted`);

  const scope = resource.write;
  return [
    get(path, scope, list),
    get(`${path}/new`, scope, newPage),
    post(`${path}/new`, scope, showFormOnRefusal(newPage, make)),
    ...confirmPages(`${path}/{id}/delete`, scope, ask, remove),
  ];
}

export const keyPages = (ctx: DashboardContext) => credentialPages(ctx, keys);
export const smtpCredentialPages = (ctx: DashboardContext) => credentialPages(ctx, credentials(ctx.settings));
