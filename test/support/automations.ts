import { eventRoutes } from '../../functions/automations/event-routes.ts';
import { automationRoutes } from '../../functions/automations/routes.ts';
import { runRoutes } from '../../functions/automations/run-routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { AdvanceMessage } from '../../shared/domain/ports/runs.ts';
import { advanceRun } from '../../shared/domain/runs/advance-run.ts';
import { webhookClient } from '../../shared/net/webhook-client.ts';
import { freshAccount, inProcess } from './api.ts';
import { captured } from './captured.ts';

type Step = { index: number; status: string; output: Record<string, unknown> | null } & Record<
  string,
  unknown
>;
type ShownRun = Record<string, unknown> & { id: string; status: string; steps: Step[] };

/** An account over `captured` that posts events, with the worker of its runs on the test's clock. */
export async function automationWorld(world = captured()) {
  const { ctx, clock, run_messages, run_schedules } = world;
  const fresh = await freshAccount(ctx);
  const routes = [
    ...automationRoutes,
    ...runRoutes,
    ...eventRoutes,
    ...emailRoutes,
    ...suppressionRoutes,
    ...templateRoutes,
    ...webhookRoutes,
  ];
  const call = inProcess(ctx, routes, fresh.api_key);

  const ok = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const answer = await call(method, path, { ...(body && { body }), ...(headers && { headers }) });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };

  /** Creates an active automation with these steps. */
  async function active(steps: object[], change: { trigger?: object } & Record<string, unknown> = {}) {
    const { trigger = {}, ...rest } = change;
    const body = { name: 'x', trigger: { event: 'signup', ...trigger }, steps, ...rest };
    const { automation } = await ok('POST', '/automations', body);
    const { id } = automation as { id: Id<'aut'> };
    await ok('POST', `/automations/${id}`, { action: 'activate' });
    return id;
  }

  /** One message as the worker gets it. */
  const advance = (message: AdvanceMessage) =>
    advanceRun({ ...ctx, webhook_client: webhookClient() }, message);

  /** Gives the worker everything that is due in its queue, until nothing is left. */
  async function work(): Promise<void> {
    for (;;) {
      for (const [name, { message, at }] of run_schedules)
        if (at <= clock.runtime.now() && run_schedules.delete(name)) run_messages.push({ message, at });
      const at = run_messages.findIndex((one) => one.at <= clock.runtime.now());
      const [next] = at < 0 ? [] : run_messages.splice(at, 1);
      if (next === undefined) return;
      await advance(next.message);
    }
  }

  const post = (body: object, key?: string) =>
    ok('POST', '/events', { name: 'signup', ...body }, key === undefined ? {} : { 'idempotency-key': key });
  const runsOf = async (automation: string, query = '') =>
    (await ok('GET', `/automations/${automation}/runs${query}`)).runs as ShownRun[];
  const runOf = async (automation: string, id: string) =>
    (await ok('GET', `/automations/${automation}/runs/${id}`)).run as ShownRun;
  /** An automation's only run, with its steps. */
  async function onlyRun(automation: string): Promise<ShownRun> {
    const [run, ...more] = await runsOf(automation);
    if (run === undefined || more.length > 0) throw new Error(`${more.length + (run ? 1 : 0)} runs`);
    return runOf(automation, run.id);
  }
  const mail = { type: 'send_email', from: `shop@${fresh.domain}`, subject: 'Hello', text: 'Hi' };
  return { ...world, ...fresh, call, ok, active, advance, work, post, runsOf, runOf, onlyRun, mail };
}
