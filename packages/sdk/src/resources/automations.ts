import { type Call, path } from '../call.ts';
import { listOf } from '../list.ts';
import type { Body, CallOptions, Item, KeyedOptions, Query, Result, Single } from '../types.ts';

type Automation = Single<'postAutomationsId', 'automation'>;

export const eventsOf = (call: Call) => ({
  /** A custom event, which starts, resumes or cancels runs of automations. */
  send: (params: Body<'postEvents'>, options?: KeyedOptions) =>
    call<Result<'postEvents'>>('POST', '/events', { body: params, keyed: true }, options),
});

const runsOf = (call: Call) => ({
  list: (id: string, params?: Query<'getAutomationsIdRuns'>, options?: CallOptions) =>
    listOf<Item<'getAutomationsIdRuns', 'runs'>>(
      call,
      path`/automations/${id}/runs`,
      'runs',
      params,
      options,
    ),
  get: (id: string, run: string, options?: CallOptions) =>
    call<Single<'getAutomationsIdRunsRun', 'run'>>(
      'GET',
      path`/automations/${id}/runs/${run}`,
      { unwrap: 'run' },
      options,
    ),
  act: (id: string, run: string, params: Body<'postAutomationsIdRunsRun'>, options?: CallOptions) =>
    call<Single<'postAutomationsIdRunsRun', 'run'>>(
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
      call<Single<'postAutomations', 'automation'>>(
        'POST',
        '/automations',
        { body: params, unwrap: 'automation' },
        options,
      ),
    list: (params?: Query<'getAutomations'>, options?: CallOptions) =>
      listOf<Item<'getAutomations', 'automations'>>(call, '/automations', 'automations', params, options),
    get: (id: string, options?: CallOptions) =>
      call<Single<'getAutomationsId', 'automation'>>(
        'GET',
        path`/automations/${id}`,
        { unwrap: 'automation' },
        options,
      ),
    update: (id: string, params: Body<'patchAutomationsId'>, options?: CallOptions) =>
      call<Single<'patchAutomationsId', 'automation'>>(
        'PATCH',
        path`/automations/${id}`,
        { body: params, unwrap: 'automation' },
        options,
      ),
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
