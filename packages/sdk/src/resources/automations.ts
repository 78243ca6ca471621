import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, KeyedOptions, Query, Result, Schemas } from '../types.ts';

type Automation = Schemas['Automation'];
type AutomationRun = Schemas['AutomationRun'];
type AutomationRunSummary = Schemas['AutomationRunSummary'];
type AutomationSummary = Schemas['AutomationSummary'];

/** A dry run is for sessions of the dashboard alone. */
type Posted = Extract<Result<'postEvents'>, { matched_automations: number }>;

export const eventsOf = (call: Call) => ({
  /** A custom event, which starts, resumes or cancels runs of automations. */
  send: (params: Body<'postEvents'>, options?: KeyedOptions) =>
    call<Posted>('POST', '/events', { body: params, keyed: true, has: 'event' }, options),
});

const runsOf = (call: Call) => ({
  list: (id: string, params?: Query<'getAutomationsIdRuns'>, options?: CallOptions) =>
    listOf<AutomationRunSummary>(call, path`/automations/${id}/runs`, 'runs', params, options),
  get: (id: string, run: string, options?: CallOptions) =>
    call<AutomationRun>('GET', path`/automations/${id}/runs/${run}`, { unwrap: 'run' }, options),
  act: (id: string, run: string, params: Body<'postAutomationsIdRunsRun'>, options?: CallOptions) =>
    call<AutomationRun>(
      'POST',
      path`/automations/${id}/runs/${run}`,
      { body: params, unwrap: 'run' },
      options,
    ),
});

export function automationsOf(call: Call) {
  const act = (id: string, params: Body<'postAutomationsId'>, options?: CallOptions) =>
    call<Automation>('POST', path`/automations/${id}`, { body: params, unwrap: 'automation' }, options);
  return {
    create: (params: Body<'postAutomations'>, options?: CallOptions) =>
      call<Automation>('POST', '/automations', { body: params, unwrap: 'automation' }, options),
    list: (params?: Query<'getAutomations'>, options?: CallOptions) =>
      listOf<AutomationSummary>(call, '/automations', 'automations', params, options),
    get: (id: string, options?: CallOptions) =>
      call<Automation>('GET', path`/automations/${id}`, { unwrap: 'automation' }, options),
    update: (id: string, params: Body<'patchAutomationsId'>, options?: CallOptions) =>
      call<Automation>('PATCH', path`/automations/${id}`, { body: params, unwrap: 'automation' }, options),
    delete: (id: string, options?: CallOptions) =>
      call<Result<'deleteAutomationsId'>>('DELETE', path`/automations/${id}`, {}, options),
    act,
    activate: (id: string, options?: CallOptions) => act(id, { action: 'activate' }, options),
    pause: (id: string, params?: { cancel_runs?: boolean }, options?: CallOptions) =>
      act(id, { ...params, action: 'pause' }, options),
    duplicate: (id: string, params?: { name?: string }, options?: CallOptions) =>
      act(id, { ...params, action: 'duplicate' }, options),
    runs: runsOf(call),
  };
}
