import { sendgridLists } from '../support/list-imports.ts';

type Row = Record<string, unknown>;

/** `IMPORT_ROWS=500001 npm test -- test/domain/imports.limit` brings all of them, in memory. */
const rows = Number(process.env.IMPORT_ROWS ?? 20);
const limit = 500_000;
const asked = rows > limit;

const gone = (i: number): Row => ({
  created: 1_700_000_000,
  email: `r${i}@gone.example`,
  reason: 'user unknown',
});

/** SendGrid with this many bounces, made while they are read; requests of 25 s, of which a page takes a fiftieth. */
function large(n: number) {
  let calls = 0;
  const world = sendgridLists((list, query) => {
    // The first request ends behind its first list.
    world.state.at += calls++ === 0 ? 26_000 : 500;
    if (list !== 'suppression/bounces') return [];
    const [size, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    return Array.from({ length: Math.max(0, Math.min(size, n - offset)) }, (_, i) => gone(offset + i));
  });
  return world;
}

test('the 500,001st entry is run_limit: partial, estimated; the next import goes on behind what is there [M6]', async () => {
  const world = large(rows);
  const first = await world.request();
  const missing = asked ? 0 : limit - 10;
  // Of an import that has brought almost all of them, unless it brings them here.
  world.recorded().suppressions.totals.imported += missing;
  const done = await world.finish(first.next_cursor as string);
  expect(done.suppressions.totals).toMatchObject({ imported: limit, bounce: limit - missing });
  expect({ estimated: done.suppressions.estimated, errors: done.errors, done: done.done }).toEqual({
    estimated: true,
    errors: 1,
    done: true,
  });
  expect(await world.errors()).toMatchObject([
    { resource: 'suppressions', code: 'run_limit', retryable: true },
  ]);
  expect(world.addresses().length).toBe(limit - missing);
  const next = await world.finish();
  expect(next.suppressions).toMatchObject({
    totals: { found: rows, imported: rows - limit + missing, already_suppressed: limit - missing },
    estimated: false,
  });
  expect([next.errors, world.addresses().length]).toEqual([0, rows]);
}, 600_000);

test('an import ends its lists where the suppressions of the plan are used up; the next one goes on [A72]', async () => {
  const world = large(450);
  world.stored_limits.suppressions = 230;
  const first = await world.finish();
  expect(world.addresses().length).toBe(200);
  expect({
    imported: first.suppressions.totals.imported,
    estimated: first.suppressions.estimated,
    done: first.done,
  }).toEqual({ imported: 200, estimated: true, done: true });
  expect(await world.errors()).toMatchObject([
    { resource: 'suppressions', code: 'plan_limit', retryable: true },
  ]);
  world.stored_limits.suppressions = 450;
  const next = await world.finish();
  expect([next.suppressions.totals.imported, next.suppressions.totals.already_suppressed]).toEqual([
    250, 200,
  ]);
  expect(world.addresses().length).toBe(450);
});
