import type { Context } from '../../../shared/domain/context.ts';
import { sweepOutbox } from '../../../shared/domain/sweep/outbox.ts';

const minute_ms = 60_000;
const start_min = 29_000_000;

type Row = { id: string; minute: number };

/** outbox rows and the mark in memory, and the log; every one of `emails` waits unless told otherwise. */
function world(rows: Row[], waiting: (id: string) => boolean = () => true) {
  const state = { rows: [...rows], mark: null as number | null, queued: [] as string[], now_min: start_min };
  const lines: [string, unknown][] = [];
  const ctx = {
    runtime: { now: () => state.now_min * minute_ms },
    log: { error: (event: string, fields: object) => void lines.push([event, fields]) },
    queues: {
      deliver: async (messages: { id: string }[]) => void state.queued.push(...messages.map(({ id }) => id)),
    },
    emails: {
      readSweep: async () => state.mark,
      writeSweep: async (minute: number) => {
        state.mark = minute;
      },
      listOutbox: async (minute: number) =>
        state.rows.filter((row) => row.minute === minute).map(({ id }) => id),
      getMeta: async (id: string) => {
        const row = state.rows.find((one) => one.id === id);
        return row && waiting(id)
          ? { id, account: 'acc_1', outbox: row.minute, state: 'queued', scheduled_at: null }
          : null;
      },
      deleteOutboxRow: async (id: string) => {
        state.rows = state.rows.filter((row) => row.id !== id);
      },
      postponeOutboxRow: async (id: string, _from: number, to: number) => {
        state.rows = state.rows.map((row) => (row.id === id ? { id, minute: to } : row));
      },
      moveOutboxRow: async ({ id }: { id: string }, _from: number, to: number) => {
        state.rows = state.rows.map((row) => (row.id === id ? { id, minute: to } : row));
      },
    },
  };
  return { state, lines, ctx: ctx as unknown as Context };
}

test('rows of minutes that are over are queued once, 25 at a time, and moved on [Q15]', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ id: `msg_${i}`, minute: start_min - 3 + (i % 2) }));
  const { ctx, state } = world(rows);
  expect(await sweepOutbox(ctx)).toEqual({ queued: 60, dropped: 0 });
  expect(state.queued.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect(await sweepOutbox(ctx)).toEqual({ queued: 0, dropped: 0 });
  expect(new Set(state.rows.map(({ minute }) => minute))).toEqual(new Set([start_min + 10]));
});

test('rows of emails that went out are dropped; a draft of this minute is left alone', async () => {
  const { ctx, state } = world(
    [
      { id: 'msg_sent', minute: start_min - 2 },
      { id: 'msg_draft', minute: start_min },
    ],
    (id) => id !== 'msg_sent',
  );
  expect(await sweepOutbox(ctx)).toEqual({ queued: 0, dropped: 1 });
  expect(state.rows.map(({ id }) => id)).toEqual(['msg_draft']);
});

test('a first sweep that dies leaves nothing behind, however late the next one comes', async () => {
  const { ctx, state } = world([{ id: 'msg_1', minute: start_min - 2 }]);
  const { listOutbox } = ctx.emails;
  ctx.emails.listOutbox = async () => {
    throw new Error('killed');
  };
  await expect(sweepOutbox(ctx)).rejects.toThrow('killed');
  state.now_min += 60;
  ctx.emails.listOutbox = listOutbox;
  expect(await sweepOutbox(ctx)).toEqual({ queued: 1, dropped: 0 });
});

test('a row of a kind that a later release writes waits for that release [P58]', async () => {
  const { ctx, state, lines } = world([{ id: 'new_1', minute: start_min - 2 }]);
  expect(await sweepOutbox(ctx)).toEqual({ queued: 0, dropped: 0 });
  expect(state.rows).toEqual([{ id: 'new_1', minute: start_min + 10 }]);
  expect(lines).toEqual([['outbox_row_left', { id: 'new_1', cause: 'TypeError' }]]);
});

test('an email whose row fails holds up no other, and the next sweep looks at it again [P10]', async () => {
  const { ctx, state } = world([
    { id: 'msg_bad', minute: start_min - 3 },
    { id: 'msg_1', minute: start_min - 3 },
    { id: 'msg_2', minute: start_min - 2 },
  ]);
  const { getMeta } = ctx.emails;
  ctx.emails.getMeta = async (id) => {
    if (id === 'msg_bad') throw new Error('unreadable');
    return getMeta(id);
  };
  await expect(sweepOutbox(ctx)).rejects.toThrow('unreadable');
  expect(state.queued.toSorted()).toEqual(['msg_1', 'msg_2']);
  ctx.emails.getMeta = getMeta;
  expect(await sweepOutbox(ctx)).toEqual({ queued: 1, dropped: 0 });
  expect(state.queued).toContain('msg_bad');
});
