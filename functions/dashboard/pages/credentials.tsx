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
import { callsOf } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { knownNames } from '../parts/known-names.tsx';
import { listedBy, listPage } from '../parts/list.tsx';
import { formPage, get, kindOf, newLink, onceGuard, post, secretPage } from '../parts/pages.tsx';
import { confirmLink, copied, type FormField, time } from '../parts/parts.tsx';
import { Button, Facts } from '../ui/elements.tsx';

type Row = ApiKeyRecord | SmtpCredentialRecord;

type Kind = {
  resource: Resource<DashboardContext>;
  word: string;
  none: string;
  hasScopes: boolean;
  /** Shown above the list. */
  above?: Html;
  /** The response field with the secret, and the text shown below the secret. */
  secret: 'secret' | 'password';
  text: Child;
};

const keys: Kind = {
  resource: apiKeys,
  word: 'API key',
  none: 'No API keys yet.',
  hasScopes: true,
  secret: 'secret',
  text: 'Send this header with each request: "Authorization: Bearer YOUR_KEY".',
};

function credentials({ smtp_host, smtp_port }: Settings): Kind {
  /** What a program needs besides a password to send over SMTP. */
  const connection = (
    <Facts
      entries={[
        ['Host', copied('SMTP host', smtp_host)],
        ['Port', copied('SMTP port', String(smtp_port))],
        ['Encryption', 'STARTTLS'],
        ['User', copied('user', smtp_username)],
      ]}
    />
  );
  return {
    resource: smtpCredentials,
    word: 'credential',
    none: 'No SMTP credentials yet. Create one to send email over SMTP.',
    hasScopes: false,
    above: connection,
    secret: 'password',
    text: (
      <>
        <p>This is the password. Connect with these settings:</p>
        {connection}
      </>
    ),
  };
}

const scopesField = (field: FormField): Html =>
  field({
    name: 'scopes',
    label: 'Scopes',
    words: scopes,
    hint: 'Select at least one. The full scope includes all others',
  });

/** Pages for one kind of credential. The secret is shown once. */
function credentialPages(
  ctx: DashboardContext,
  { resource, word, none, hasScopes, above, secret, text }: Kind,
): Page<DashboardContext>[] {
  const { path, one } = resource;
  const name = kindOf(resource.noun);
  const { call, callList, does } = callsOf(ctx, resource.routes).unchecked;

  async function list(input: SessionInput): Promise<PageAnswer> {
    return listPage(input, {
      ...(await callList<Row>(input, `GET ${path}`)),
      ...listedBy(ctx, resource),
      notes: { deleted: `The ${word} was deleted. It stops working within a minute.` },
      action: newLink(`${path}/new`, `Create ${word}`),
      above,
      heads: ['Name', ...(hasScopes ? ['Scopes'] : []), ...boundHeads, 'Last used', 'Created', 'Action'],
      row: (row) => [
        <>
          {outside(row.name)}
          {'prefix' in row && (
            <div class="small">
              <code>{row.prefix}…</code>
            </div>
          )}
        </>,
        ...('scopes' in row ? [row.scopes.join(', ')] : []),
        ...boundCells(row),
        time(row.last_used_at),
        time(row.created_at),
        confirmLink(`${path}/${row.id}/delete`, 'Delete', 'link'),
      ],
      none,
    });
  }

  async function domainChoices({ session }: SessionInput): Promise<DomainChoices> {
    const { entries, next } = await ctx.domains.list(session.caller.account.id, { limit: 100, before: null });
    return { names: entries.map(({ domain }) => domain.name), all: next === null && entries.length > 0 };
  }

  const newPage = formPage(
    { name: `Create an ${name}`, action: `${path}/new`, known: { scopes: 'emails:send' } },
    async (field, input) => {
      const [domains, names] = await Promise.all([domainChoices(input), knownNames(ctx, input, ['tenants'])]);
      return (
        <>
          {names}
          {onceGuard(ctx)}
          {field({ name: 'name', label: 'Name', required: true })}
          {hasScopes && scopesField(field)}
          {boundFields(field, domains)}
          <Button label={`Create ${word}`} />
        </>
      );
    },
  );

  async function make(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const made = await call<Record<string, string>>(input, `POST ${path}`, {
      body: {
        ...filled(sent, ['name']),
        ...boundsOf(sent),
        ...(hasScopes && { scopes: listed(sent, 'scopes') }),
      },
      idempotency_key: sent.get('request'),
    });
    return secretPage(`${name} created`, { secret: String(made[secret]), text, back: path });
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const { [one]: row } = await call<Record<string, Row>>(input, `GET ${path}/{id}`);
    return {
      name: `Delete ${name}`,
      text: (
        <>
          {outside(row?.name)}
          {row && 'prefix' in row && ` (${row.prefix}…)`} stops working within a minute. This can’t be undone.
        </>
      ),
      label: 'Delete',
      back: path,
    };
  }
  const remove = does(`DELETE ${path}/{id}`, `${path}?done=deleted`);

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
