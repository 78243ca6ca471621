import type { Issue } from '../../../shared/core/errors.ts';
import type { BatchResult } from '../../../shared/domain/suppressions/batch-suppressions.ts';
import { emailsOfCsv } from '../../../shared/domain/suppressions/read-csv.ts';
import { type Child, type Html, outside } from '../../../shared/http/html.ts';
import { type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { Button, Facts } from '../ui/elements.tsx';
import { Field } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { filled } from './acting.ts';
import type { Call } from './calls.ts';
import { numberText } from './numbers.tsx';
import { csvAnswer, pageOf } from './pages.tsx';
import { Form, hidden, Note } from './parts.tsx';

/** Addresses per POST /suppressions/batch request. */
const perBatch = 1_000;

/** A request starts no batch after this time. The gateway waits 30 s, and a batch takes a few seconds. */
const work_ms = 15_000;

/**
 * Separates the remaining addresses. No file value contains a tab, and browsers send it as one byte, unlike a
 * line break.
 */
const between = '\t';

/** Max invalid addresses that a page shows. */
const shownFaults = 100;

/** Sends the text without percent-encoding, so the rest of a file fits wherever the file did. */
const FileForm = ({ input, children }: { input: SessionInput; children: Child }): Html => (
  <Form input={input} action="/suppressions/import" large>
    {children}
  </Form>
);

/** Shows import errors at the import form's own tenant field, because the page has another one. */
export const ofImport = (issues: Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: issue.path === 'tenant' ? 'import-tenant' : issue.path }));

export const importForm = (input: SessionInput, issues: Issue[] | undefined): Html => (
  <section class="card">
    <h2>Import CSV</h2>
    <FileForm input={input}>
      <Field
        name="file"
        label="File"
        type="file"
        required
        hint="Up to 5 MB, with the same columns as an export. Only email is required"
      />
      <Field
        name="tenant"
        id="import-tenant"
        label="Tenant"
        names="tenants"
        value={input.form.get('tenant')}
        hint="Leave empty for the account list"
        issues={issues ?? []}
      />
      <Button label="Import CSV" kind="quiet" />
    </FileForm>
  </section>
);

/** Imports a file's addresses, 1,000 at a time. The next request continues with the rest. */
export async function importCsv(ctx: DashboardContext, call: Call, input: SessionInput): Promise<PageAnswer> {
  const { form: sent } = input;
  const left = sent.get('rest')?.split(between).filter(Boolean);
  const emails = [...new Set(left ?? emailsOfCsv(sent.get('file') ?? ''))];
  if (emails.length === 0) return seeOther('/suppressions?done=nothing');
  const before = (name: string) => Number(/^\d{1,9}$/.exec(sent.get(name) ?? '')?.[0] ?? 0);
  const counts = { added: before('added'), skipped: before('skipped'), failed: before('failed') };
  const faults: BatchResult['failed'] = [];
  const until = ctx.runtime.now() + work_ms;
  let done = 0;
  while (done < emails.length && ctx.runtime.now() < until) {
    const result = await call(input, 'POST /suppressions/batch', {
      body: { action: 'add', emails: emails.slice(done, done + perBatch), ...filled(sent, ['tenant']) },
    });
    done += perBatch;
    counts.added += result.added;
    counts.skipped += result.skipped;
    counts.failed += result.failed.length;
    faults.push(...result.failed.slice(0, shownFaults - faults.length));
  }
  const rest = emails.slice(done);
  const carried = hidden({ ...counts, tenant: sent.get('tenant') ?? '', rest: rest.join(between) });
  return pageOf(
    'Import suppressions',
    <>
      <Note>
        {rest.length === 0 ? 'The import is finished.' : `${numberText(rest.length)} addresses are left.`}
      </Note>
      <Facts
        entries={[
          ['Added', numberText(counts.added)],
          ['Already on the list', numberText(counts.skipped)],
          ['Failed', numberText(counts.failed)],
        ]}
      />
      {faults.length > 0 && (
        <Table
          caption="Failed"
          heads={['Value', 'Why']}
          rows={faults.map(({ email, message }) => [outside(email), message])}
        />
      )}
      {rest.length === 0 ? (
        <p>
          <a class="button" href="/suppressions">
            Suppressions
          </a>
        </p>
      ) : (
        <FileForm input={input}>
          {carried}
          <Button label="Continue" />
        </FileForm>
      )}
    </>,
  );
}

export async function exportCsv(call: Call, input: SessionInput): Promise<PageAnswer> {
  const query = filled(input.search, ['tenant']);
  return csvAnswer('suppressions', await call(input, 'GET /suppressions/export', { query }));
}
