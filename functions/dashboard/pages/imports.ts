import type { Issue } from '../../../shared/core/errors.ts';
import type { MigrationRecord, MigrationSummary } from '../../../shared/domain/imports/import-record.ts';
import { csvType } from '../../../shared/domain/suppressions/csv.ts';
import { markup, nothing } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { importRoutes } from '../../imports/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, orFormAgain } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { pager, queryOf } from '../parts/list.ts';
import { empty, faults, status, table, time } from '../parts/parts.ts';
import {
  continueForm,
  importFields,
  kept,
  report,
  resumeForm,
  sliceForm,
  webhookSecrets,
} from './import-parts.ts';

const buttons = markup`<div class="actions"><button type="submit" name="do" value="preview">Preview</button><button type="submit" name="do" value="import" class="quiet">Start import</button></div>`;

/** Imports from other providers: a preview, the import in slices, and its report (D24, M13). */
export function importPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, importRoutes);

  async function list({ session, search }: SessionInput): Promise<PageAnswer> {
    const { migrations, next_cursor } = await operation<{
      migrations: MigrationSummary[];
      next_cursor: string | null;
    }>(session.caller, 'GET /migrations', { query: queryOf(search, { limit: '25' }) });
    const rows = migrations.map(({ id, provider, status: state, totals, created_at }) => [
      markup`<a href="/imports/${id}">${provider}</a>`,
      status(state),
      totals.domains.imported,
      totals.webhooks.imported,
      totals.templates.imported,
      totals.suppressions.imported,
      time(created_at),
    ]);
    return {
      page: {
        name: 'Imports',
        content: markup`<p><a class="button" href="/imports/new">New import</a></p>
${migrations.length === 0 ? empty('Nothing was imported. An import brings domains, webhooks, templates and suppressions of another provider.', firstRequest(ctx, '/migrations')) : table({ caption: 'Imports, newest first', heads: ['Provider', 'Status', 'Domains', 'Webhooks', 'Templates', 'Suppressions', 'Begun'], rows })}
${pager('/imports', search, next_cursor)}`,
      },
    };
  }

  const newPage = (input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer => ({
    status: code,
    page: {
      name: 'New import',
      content: markup`<p>A preview reads your account at the provider and changes nothing anywhere.</p>${faults(issues)}${kept}${sliceForm(input, { action: '/imports/new', fields: markup`${importFields(input.form, issues)}${buttons}` })}`,
    },
  });

  /** One request of an import, of up to 25 s; where there is more, the page has the form of the next (M13). */
  const work = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { form: sent, session } = input;
        const preview = sent.get('dry_run') ? sent.get('dry_run') === 'true' : sent.get('do') !== 'import';
        sent.set('dry_run', String(preview));
        const resources = listed(sent, 'resources');
        const { migration } = await operation<{ migration: MigrationRecord }>(
          session.caller,
          'POST /migrations',
          {
            body: {
              ...filled(sent, ['provider', 'region', 'api_key', 'account_api_key', 'cursor']),
              ...(resources.length > 0 && { resources }),
              dry_run: preview,
            },
          },
        );
        const { id, has_more } = migration;
        const own = id === null ? nothing : markup`<p><a href="/imports/${id}">This import</a></p>`;
        const whole =
          !has_more && preview
            ? markup`<p><a class="button" href="/imports/new">Start import</a></p>`
            : nothing;
        return {
          page: {
            name: preview ? 'Preview of an import' : 'Import',
            secret: true,
            content: markup`${kept}${has_more ? continueForm(input, migration) : markup`<div class="note" role="status"><p>${preview ? 'This is what an import would do.' : 'The import has ended.'}</p></div>`}${whole}${own}${webhookSecrets(migration)}${report(migration)}`,
          },
        };
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function show(input: SessionInput): Promise<PageAnswer> {
    const { session, params } = input;
    const { migration } = await operation<{ migration: MigrationRecord }>(
      session.caller,
      'GET /migrations/{id}',
      { params },
    );
    const path = `/imports/${params.id}`;
    const more = migration.status === 'in_progress' ? resumeForm(input, migration) : nothing;
    return {
      page: {
        name: 'Import',
        content: markup`${kept}${more}<p><a class="button quiet" href="${path}/report">Download CSV</a></p>${report(migration)}`,
      },
    };
  }

  async function download({ session, params }: SessionInput): Promise<PageAnswer> {
    const answer = await operation<string | { location: string }>(
      session.caller,
      'GET /migrations/{id}/report',
      {
        params,
      },
    );
    if (typeof answer !== 'string') return seeOther(answer.location);
    return {
      body: answer,
      type: csvType,
      headers: { 'content-disposition': `attachment; filename="${params.id}.csv"` },
    };
  }

  const scope = ['full'] as const;
  return [
    { method: 'GET', path: '/imports', scope, run: (_, input) => list(input) },
    { method: 'GET', path: '/imports/new', scope, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/imports/new', scope, run: (_, input) => work(input) },
    { method: 'POST', path: '/imports/continue', scope, run: (_, input) => work(input) },
    { method: 'GET', path: '/imports/{id}', scope, run: (_, input) => show(input) },
    { method: 'GET', path: '/imports/{id}/report', scope, run: (_, input) => download(input) },
  ];
}
