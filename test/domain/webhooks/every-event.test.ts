import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '../../../shared/core/records/events.ts';
import { systemRuntime } from '../../../shared/core/runtime.ts';
import type { Base, Timeline } from '../../../shared/domain/context.ts';
import {
  buildAutomationEvent,
  isAutomationEvent,
  type RunProgress,
} from '../../../shared/domain/events/automation-event.ts';
import { buildReceivedEvent } from '../../../shared/domain/events/received-event.ts';
import { buildTestEvent } from '../../../shared/domain/webhooks/test-event.ts';
import { baseFields, fieldsOf } from '../../support/event-fields.ts';

const at = '2026-11-21T10:00:00.000Z';
const made_at = Date.parse('2026-11-21T10:00:01.000Z');
const runtime = systemRuntime(() => made_at);
const ctx = { runtime } as unknown as Base & Timeline;

test.each(eventTypes)('%s has exactly its fields [H17]', async (type) => {
  const { data } = await buildTestEvent(ctx, runtime.id('acc'), { type, email: null, tenant: null });
  expect(Object.keys(data).sort()).toEqual([...fieldsOf(type), 'test'].sort());
});

/** `type` cell and `data adds` cell of each row of the table in docs/webhooks.md. */
function documented(): [type: string, adds: string][] {
  const page = readFileSync(join(__dirname, '../../../docs/webhooks.md'), 'utf8');
  const rows = [
    ...page.matchAll(/^\| ((?:email|contact|automation|tenant|domain)\.[^|]*) \|[^|]*\| ([^|]*) \|$/gm),
  ];
  return rows.flatMap(([, types = '', adds = '']) => {
    const [first = '', ...others] = types.split(', ');
    const [room] = first.split('.');
    return [first, ...others.map((one) => (one.startsWith('.') ? `${room}${one}` : one))].map(
      (type): [string, string] => [type, adds],
    );
  });
}

test('docs/webhooks.md names every event, and what each adds [H17]', () => {
  const rows = new Map(documented());
  expect([...rows.keys()].sort()).toEqual([...eventTypes].sort());
  const missing = eventTypes.flatMap((type) => {
    const ofEmail = type.startsWith('email.') && type !== 'email.received';
    const common: string[] = ofEmail ? [...baseFields, 'recipient'] : [];
    const words: string[] = rows.get(type)?.match(/[a-z_]+/g) ?? [];
    return fieldsOf(type).flatMap((field) =>
      common.includes(field) || words.includes(field) ? [] : `${type}: ${field}`,
    );
  });
  expect(missing).toEqual([]);
});

describe('email.received', () => {
  const attachments = [{ filename: 'a.pdf', content_type: 'application/pdf', size: 3, data: 'secret' }];
  const summary = {
    id: 'inb_01jd6x0000abcdefghjkmnpqrs',
    from: 'Ada <ada@x.example>',
    to: ['in@our.example'],
    cc: [],
    rcpt_to: ['in@our.example'],
    subject: 'Re: x',
    message_id: '<1@x.example>',
    in_reply_to: null,
    references: ['<0@x.example>'],
    spam_status: 'pass',
    attachment_count: 1,
    attachments,
    size: 900,
    received_at: at,
    parse_error: null,
  } as const;
  const build = (change: object = {}, made = made_at) =>
    buildReceivedEvent({ ...structuredClone(summary), ...change } as never, { made_at: made });

  test('the summary of the record, its id as email_id, files without bytes [R55]', () => {
    const { data, ...envelope } = build();
    expect(envelope).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'email.received',
      created_at: '2026-11-21T10:00:01.000Z',
    });
    expect(Object.keys(data).sort()).toEqual(fieldsOf('email.received'));
    expect(data).toMatchObject({ email_id: summary.id, status: 'received', attachment_count: 1 });
    expect(data.attachments).toEqual([{ filename: 'a.pdf', content_type: 'application/pdf', size: 3 }]);
  });

  test('one record has one event id, another record another [E8]', () => {
    expect(build({}, made_at + 5).id).toBe(build().id);
    expect(build({ id: 'inb_01jd6x0000abcdefghjkmnpqrt' }).id).not.toBe(build().id);
  });
});

describe('automation.*', () => {
  const progress: RunProgress = {
    automation_id: 'aut_1',
    automation_name: 'Welcome',
    run_id: 'run_1',
    event_name: 'user.signed_up',
    step_index: 1,
    step_type: 'delay',
    error: null,
    occurred_at: at,
  };
  const types = eventTypes.filter(isAutomationEvent);
  const states = { started: 'running', step_completed: 'running', completed: 'completed', failed: 'failed' };

  test.each(types)('%s says the state of its run [H35, U38]', (type) => {
    const { data, created_at } = buildAutomationEvent(type, progress);
    expect(created_at).toBe(at);
    expect(data).toEqual({
      ...progress,
      status: states[type.slice('automation.'.length) as keyof typeof states],
    });
  });

  test('one event per run and type, of step_completed one per step [E8]', () => {
    const idOf = (type: (typeof types)[number], change: Partial<RunProgress> = {}) =>
      buildAutomationEvent(type, { ...progress, ...change }).id;
    expect(idOf('automation.started')).toBe(idOf('automation.started'));
    expect(new Set(types.map((type) => idOf(type))).size).toBe(4);
    expect(idOf('automation.step_completed', { step_index: 2 })).not.toBe(idOf('automation.step_completed'));
    expect(idOf('automation.completed', { step_index: 2 })).toBe(idOf('automation.completed'));
    expect(idOf('automation.started', { run_id: 'run_2' })).not.toBe(idOf('automation.started'));
  });
});
