import type { Issue } from '../../../shared/core/errors.ts';
import type { AutomationRecord } from '../../../shared/domain/automations/automation-record.ts';
import { type Html, markup } from '../../../shared/http/html.ts';
import type { SessionInput } from '../../../shared/http/pages/page.ts';
import { eventRoutes } from '../../automations/event-routes.ts';
import type { DashboardContext } from '../context.ts';
import { atFields, filled, json } from './acting.ts';
import { callsOf } from './calls.ts';
import { button, type FormField, fieldsOf, form } from './parts.ts';

export const eventFields = (field: FormField): Html =>
  markup`${field({ name: 'name', id: 'event-name', label: 'Event', names: 'events', required: true })}
${field({ name: 'email', id: 'event-email', label: 'Email' })}
${field({ name: 'user_id', label: 'User id' })}
${field({ name: 'data', label: 'Data', multiline: 'short', hint: 'A JSON object' })}`;

/** POST /events with a form's fields. `asked` lists the fields that a dry run adds. */
export function eventOperation<Answer>(
  ctx: DashboardContext,
  input: SessionInput,
  asked: Record<string, unknown> = {},
): Promise<Answer> {
  const { form: sent } = input;
  const data = sent.get('data');
  const body = { ...filled(sent, ['name', 'email', 'user_id']), ...(data && { data: json(data) }), ...asked };
  const { call } = callsOf(ctx, eventRoutes);
  return call<Answer>(input, 'POST /events', { body, idempotency_key: sent.get('request') });
}

/** Shows event errors at the event's fields, because the page has other fields with these names. */
export const ofEvent = atFields({ name: 'event-name', email: 'event-email' }, ['data']);

export function dryRunForm(
  input: SessionInput,
  { id, trigger }: AutomationRecord,
  issues: Issue[] | undefined,
): Html {
  // The automation form on this page also has fields with these names.
  const sent = input.path.endsWith('/dry-run') ? input.form : new URLSearchParams();
  const fields = eventFields(fieldsOf(sent, issues, { name: trigger.event }));
  return markup`<h2>Dry run</h2><p>Shows what each step would do, without storing or sending anything.</p>${form(input, `/automations/${id}/dry-run`, markup`${fields}${button('Dry run', 'quiet')}`)}`;
}
