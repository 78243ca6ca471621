import type { Issue } from '../../../shared/core/errors.ts';
import type { AutomationRecord } from '../../../shared/domain/automations/automation-record.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { eventRoutes } from '../../automations/event-routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { json } from '../parts/json.ts';
import { button, facts, faults, field, form } from '../parts/parts.ts';

type Posted = {
  event: { id: string; name: string };
  matched_automations: number;
  resumed_runs: number;
  cancelled_runs: number;
};

const eventFields = (sent: URLSearchParams, issues: Issue[], name = ''): Html => {
  // The automation next to it has fields of these names, too.
  const value = (one: string, or = '') => sent.get(one) ?? or;
  return markup`${field({ name: 'name', id: 'event-name', label: 'Event', value: value('name', name), required: true }, issues)}
${field({ name: 'email', id: 'event-email', label: 'Email', value: value('email') }, issues)}
${field({ name: 'user_id', label: 'User id', value: value('user_id') }, issues)}
${field({ name: 'data', label: 'Data', value: value('data'), multiline: 'short', hint: 'A JSON object' }, issues)}`;
};

/** POST /events with the fields of a form; `asked`: what a dry run adds (D18). */
export function eventOperation<Answer>(
  ctx: DashboardContext,
  { session, form: sent }: SessionInput,
  asked: Record<string, unknown> = {},
): Promise<Answer> {
  const data = sent.get('data');
  const body = { ...filled(sent, ['name', 'email', 'user_id']), ...(data && { data: json(data) }), ...asked };
  const operation = operationsOf<DashboardContext>(ctx, eventRoutes);
  return operation<Answer>(session.caller, 'POST /events', { body, idempotency_key: sent.get('request') });
}

/** Faults of the event, where the page has other fields of these names. */
export const ofEvent = (issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => (issue.path in places ? { ...issue, path: places[issue.path] ?? '' } : issue));

const places: Record<string, string> = { name: 'event-name', email: 'event-email' };

export const dryRunForm = (input: SessionInput, { id, trigger }: AutomationRecord, issues: Issue[]): Html =>
  markup`<h2>Dry run</h2><p>Shows what each step would do, stores and sends nothing.</p>${form(input, `/automations/${id}/dry-run`, markup`${eventFields(input.path.endsWith('/dry-run') ? input.form : new URLSearchParams(), issues, trigger.event)}${button('Dry run', 'quiet')}`)}`;

/** One custom event, and what it did (D24). */
export function eventPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const page = (input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer => ({
    status: code,
    page: {
      name: 'Events',
      content: markup`<p>An event begins, resumes and cancels runs of automations.</p>${faults(issues)}${form(input, '/events/send', markup`<input type="hidden" name="request" value="${ctx.runtime.secret(43, 'base62')}">${eventFields(input.form, issues)}${button('Send event')}`)}`,
    },
  });

  const send = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const posted = await eventOperation<Posted>(ctx, input);
        const content = markup`<div class="note" role="status"><p>The event was stored.</p></div>${facts([
          ['Id', markup`<code data-copy="id">${posted.event.id}</code>`],
          ['Automations that it matched', posted.matched_automations],
          ['Runs that it resumed', posted.resumed_runs],
          ['Runs that it cancelled', posted.cancelled_runs],
        ])}<p><a class="button" href="/events">Another one</a> <a href="/automations">Automations</a></p>`;
        return { page: { name: 'Event sent', content } };
      },
      (issues, code) => page(input, issues, code),
    );

  const scope = ['events:write'] as const;
  return [
    { method: 'GET', path: '/events', scope, run: async (_, input) => page(input) },
    { method: 'POST', path: '/events/send', scope, run: (_, input) => send(input) },
  ];
}
