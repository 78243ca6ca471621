import type { MigrationRecord } from '../../../shared/domain/imports/import-record.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { importRoutes, migrations } from '../../imports/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf } from '../parts/calls.ts';
import {
  againForm,
  continueForm,
  importFields,
  kept,
  report,
  resumeForm,
  sliceForm,
  webhookSecrets,
} from '../parts/import.tsx';
import { listedBy, listPage } from '../parts/list.tsx';
import { numberText } from '../parts/numbers.tsx';
import { csvAnswer, get, newLink, pageOf, post } from '../parts/pages.tsx';
import { faults, Note, time } from '../parts/parts.tsx';
import { Badge } from '../ui/elements.tsx';

/** What an incomplete preview is missing. */
function cutShort({ retry_after_seconds = 0, suppressions }: MigrationRecord): string {
  if (retry_after_seconds > 0)
    return ` The preview stopped early because the provider limits requests. Try again in ${retry_after_seconds} s.`;
  return suppressions.estimated
    ? ' The import may include more, because a preview reads at most the first page of each list.'
    : '';
}

/** Imports from other providers: a preview, the import in slices, and its report. */
export function importPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList } = callsOf(ctx, importRoutes);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const found = await callList(input, 'GET /migrations');
    return listPage(input, {
      ...found,
      ...listedBy(ctx, migrations),
      action: newLink('/imports/new', 'New import'),
      heads: ['Provider', 'Status', 'Domains', 'Webhooks', 'Templates', 'Suppressions', 'Started'],
      row: ({ id, provider, status: state, totals, created_at }) => [
        <a href={`/imports/${id}`}>{provider}</a>,
        <Badge word={state} />,
        numberText(totals.domains.imported),
        numberText(totals.webhooks.imported),
        numberText(totals.templates.imported),
        numberText(totals.suppressions.imported),
        time(created_at),
      ],
      none: 'No imports yet. An import copies domains, webhooks, templates, and suppressions from another provider.',
    });
  }

  function newPage(input: SessionInput, { issues = [], status: code }: Refused = {}): PageAnswer {
    const fields = (
      <>
        {importFields(input.form, issues)}
        <div class="actions">
          <button type="submit" name="do" value="preview">
            Preview
          </button>
          <button type="submit" name="do" value="import" class="quiet">
            Start import
          </button>
        </div>
      </>
    );
    return pageOf(
      'New import',
      <>
        <p>A preview reads your account at the provider without changing anything.</p>
        {faults(issues)}
        {kept}
        {sliceForm(input, { action: '/imports/new', fields })}
      </>,
      code,
    );
  }

  /** Runs one import request of up to 25 s. If more remains, the page shows the form for the next request. */
  async function work(input: SessionInput): Promise<PageAnswer> {
    const { form: sent } = input;
    const preview = sent.get('dry_run') ? sent.get('dry_run') === 'true' : sent.get('do') !== 'import';
    sent.set('dry_run', String(preview));
    const resources = listed(sent, 'resources');
    const { migration } = await call(input, 'POST /migrations', {
      body: {
        ...filled(sent, ['provider', 'region', 'api_key', 'account_api_key', 'cursor']),
        ...(resources.length > 0 && { resources }),
        dry_run: preview,
      },
    });
    const { id, has_more } = migration;
    const ended = preview
      ? `This is what an import would do.${cutShort(migration)}`
      : 'The import is finished.';
    return {
      page: {
        name: preview ? 'Import preview' : 'Import',
        secret: true,
        ...(!has_more && preview && { action: newLink('/imports/new', 'Start import') }),
        content: (
          <>
            {kept}
            {has_more ? continueForm(input, migration) : <Note>{ended}</Note>}
            {id !== null && (
              <p>
                <a href={`/imports/${id}`}>View this import</a>
              </p>
            )}
            {webhookSecrets(migration)}
            {report(migration)}
          </>
        ),
      },
    };
  }

  async function show(input: SessionInput): Promise<PageAnswer> {
    const { migration } = await call(input, 'GET /migrations/{id}');
    const more = migration.status === 'in_progress' && resumeForm(input, migration);
    return pageOf(
      {
        name: 'Import',
        action: (
          <a class="button quiet" href={`/imports/${input.params.id}/report`}>
            Download CSV
          </a>
        ),
      },
      <>
        {kept}
        {more}
        {report(migration)}
      </>,
    );
  }

  const download: Run = async (input) =>
    csvAnswer(`${input.params.id}`, await call(input, 'GET /migrations/{id}/report'));

  /** A cursor works only with its own key, so the error is shown at the key field. */
  function continuePage(input: SessionInput, { issues, status: code }: Required<Refused>): PageAnswer {
    const shown = issues.map((issue) => (issue.path === 'cursor' ? { ...issue, path: 'api_key' } : issue));
    return pageOf(
      'Import',
      <>
        {faults(shown)}
        {kept}
        {againForm(input, shown)}
      </>,
      code,
    );
  }

  const scope = ['full'] as const;
  return [
    get('/imports', scope, list),
    get('/imports/new', scope, newPage),
    post('/imports/new', scope, showFormOnRefusal(newPage, work)),
    post('/imports/continue', scope, showFormOnRefusal(continuePage, work)),
    get('/imports/{id}', scope, show),
    get('/imports/{id}/report', scope, download),
  ];
}
