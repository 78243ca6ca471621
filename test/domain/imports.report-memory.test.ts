import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Import, ImportPart } from '../../shared/core/records/imports.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { downloadReport } from '../../shared/domain/imports/download-report.ts';
import { startProgress } from '../../shared/domain/imports/start-progress.ts';
import { mergedItems } from '../../shared/domain/imports/totals.ts';

/** REPORT_MB=400 makes a report of that size. */
const megabytes = Number(process.env.REPORT_MB ?? 16);
const mega = 1024 * 1024;

/** Of one request: endpoints, and an error. An answer has four times as many bytes at most (M16). */
const part_bytes = mega;
const url_bytes = 2_000;
const rowsOf = (step: number) =>
  Array.from({ length: part_bytes / url_bytes }, (_, i) => `https://hooks.example/${step}-${i}/`);

const partOf = (step: number): ImportPart => ({
  ...{ attention: [], hooks: [], heads: [] },
  errors: [{ resource: 'webhooks', code: 'provider_forbidden', message: `of ${step}`, retryable: false }],
  items: {
    ...mergedItems([]),
    webhooks: rowsOf(step).map((url) => ({
      ...{ url: url.padEnd(url_bytes, 'x'), status: 'skipped', reason: 'already_here', message: null },
      ...{ webhook_id: null, enabled: false, secret: null, events: [], unmapped_events: [] },
    })),
  },
});

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

/** Megabytes that are in use, without what only waits for the collector. */
function used(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / mega;
}

const steps = Math.ceil((megabytes * mega) / part_bytes);

const one: Import = {
  ...startProgress(['webhooks']),
  ...{ id: 'mig_1', account: 'acc_1', provider: 'sendgrid', region: 'us', resources: ['webhooks'] },
  ...{ step: steps, done: true, salt: '', holder: null, lease_until: 0, wait_until: 0, stage: null },
  ...{ created_at: '2026-11-22T00:00:00.000Z', updated_at: '2026-11-22T00:00:00.000Z' },
} as Import;

test.each(['csv', 'json'] as const)(
  'M31: a large report as %s takes no memory by its size',
  async (format) => {
    const start = used();
    let [most, bytes] = [0, 0];
    const measure = () => {
      most = Math.max(most, used() - start);
    };
    const ctx = {
      ...{
        runtime: systemRuntime(Date.now),
        settings: { base_url: 'https://mail.example', smtp_relay: false },
      },
      imports: {
        parts: async function* () {
          for (let step = 0; step < steps; step++) {
            // The collector takes its time.
            if (step % Math.ceil(steps / 6) === 0) measure();
            yield partOf(step);
          }
        },
      },
      exports: {
        write: async (_account: string, { chunks }: { chunks: AsyncIterable<Uint8Array> }) => {
          for await (const chunk of chunks) {
            bytes += chunk.length;
            measure();
          }
          return 'https://bucket.example/report';
        },
      },
    };
    const report = await downloadReport(ctx as unknown as Parameters<typeof downloadReport>[0], one, format);
    if (process.env.REPORT_MB)
      process.stderr.write(`${format}: ${Math.round(bytes / mega)} MB by ${Math.round(most)} MB of memory\n`);
    expect(report).toEqual({ location: 'https://bucket.example/report' });
    expect(bytes).toBeGreaterThan(megabytes * mega);
    // Up to 5 MB it may be an answer, and is kept.
    expect(most).toBeLessThan(12);
  },
  600_000,
);
