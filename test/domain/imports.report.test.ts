import { answer_bytes, bytesIn } from '../../shared/core/answer-size.ts';
import type { ImportPart, TemplateItem } from '../../shared/core/records/imports.ts';
import { migrationRecord } from '../../shared/domain/imports/import-record.ts';
import { mergedLists, withinAnswer, withinLists } from '../../shared/domain/imports/report-lists.ts';
import { emptyReport, startProgress } from '../../shared/domain/imports/totals.ts';

const template = (i: number, notes: string[]): TemplateItem => ({
  name: `n${i}`,
  source_id: `d-${i}`,
  alias: `a${i}`,
  status: 'imported',
  reason: null,
  message: null,
  template_id: `tpl_${i}`,
  published: true,
  variables: [],
  notes,
});

/** Parts of a hundred templates each, made while they are read. */
async function* parts(n: number, notes: string[]): AsyncGenerator<ImportPart> {
  for (let i = 0; i < n; i += 100) {
    const templates = Array.from({ length: 100 }, (_, j) => template(i + j, notes));
    yield {
      errors: [],
      attention: [],
      hooks: [],
      heads: [],
      items: { domains: [], webhooks: [], templates },
    };
  }
}

test.each([
  ['all of them', 2_000, 10, 2_000],
  ['the first 1,000', 5_000, 1_500, 1_000],
  ['fewer, where 1,000 are over 5 MB', 3_000, 9_000, 500],
  ['fewer still', 200, 70_000, 62],
])('a report has %s [M31]', async (_name, n, characters, shown) => {
  const { lists, counts, seen } = withinLists(await mergedLists(parts(n, ['x'.repeat(characters)])));
  expect([lists.templates.length, counts?.templates]).toEqual([shown, shown < n ? n : undefined]);
  expect(lists.template_map.length).toBe(Math.min(n, Math.max(shown, lists.template_map.length)));
  expect(lists.templates.map(({ source_id }) => source_id)).toEqual(
    Array.from({ length: shown }, (_, i) => `d-${i}`),
  );
  expect(bytesIn(lists)).toBeLessThan(answer_bytes);
  // The prompt counts all of them, whatever is shown.
  expect([seen.here.count, seen.drafts.count]).toEqual([n, 0]);
});

const map = Array.from({ length: 120_000 }, (_, i) => ({ source_id: `d-${i}`, alias: `a-${i}` }));
const notes = Array.from({ length: 40_000 }, (_, i) => ({
  resource: 'domains' as const,
  name: `sender-${i}@${'x'.repeat(50)}.example`,
  reason: 'sender_signature',
  action: "Mailwright cannot verify single addresses. Add the address's domain with POST /domains.",
}));

test.each([
  ['the map of very many templates does', { template_map: map, attention: [] }],
  ['notes on very many addresses do', { template_map: [], attention: notes }],
])(
  '%s not make the answer of a request too large [M16, M22, M27]',
  async (_what, { template_map, attention }) => {
    const times = { created_at: '2026-06-01T00:00:00.000Z', updated_at: '2026-06-01T00:00:00.000Z' };
    const about = { id: 'mig_1', provider: 'postmark', region: null } as const;
    const of = { ...about, resources: ['templates' as const], ...times };
    const record = (n: number) =>
      migrationRecord(of, {
        status: 'in_progress',
        dry_run: false,
        has_more: true,
        next_cursor: 'x',
        retry_after_seconds: null,
        errors: [],
        attention: attention.slice(0, n),
        template_map: template_map.slice(0, n),
        code_changes: [],
        agent_prompt: '',
        suppressions: emptyReport(),
        totals: startProgress([]).totals,
        items: { domains: [], webhooks: [], templates: [] },
      });
    expect(bytesIn(record(120_000))).toBeGreaterThan(answer_bytes);
    const small = record(1000);
    expect(withinAnswer(record(120_000))).toEqual({ ...small, truncated: true });
    expect(withinAnswer(small)).toBe(small);
  },
);
