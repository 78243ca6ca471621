import type { EventAnswer } from '../../../shared/domain/automations/event-record.ts';
import { markup } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { eventFields, eventOperation, ofEvent } from '../parts/event.ts';
import { knownNames } from '../parts/known-names.tsx';
import { get, onceGuard, pageOf, post } from '../parts/pages.ts';
import { button, facts, faults, fieldsOf, form } from '../parts/parts.ts';

/** A custom event and its effects. */
export function eventPages(ctx: DashboardContext): Page<DashboardContext>[] {
  async function page(input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> {
    const names = await knownNames(ctx, input, ['events']);
    const fields = markup`${onceGuard(ctx)}${names}${eventFields(fieldsOf(input.form, issues))}${button('Send event')}`;
    return pageOf(
      'Events',
      markup`<p>An event can start, resume, or cancel automation runs.</p>${faults(issues)}${form(input, '/events/send', fields)}`,
      status,
    );
  }

  async function send(input: SessionInput): Promise<PageAnswer> {
    const posted = await eventOperation<EventAnswer>(ctx, input);
    return pageOf(
      'Event sent',
      markup`<div class="note" role="status"><p>The event was stored.</p></div>${facts([
        ['Id', markup`<code data-copy="id">${posted.event.id}</code>`],
        ['Matching automations', posted.matched_automations],
        ['Resumed runs', posted.resumed_runs],
        ['Canceled runs', posted.cancelled_runs],
      ])}<p><a class="button" href="/events">Send another event</a> <a href="/automations">Automations</a></p>`,
    );
  }

  return [
    get('/events', ['events:write'], page),
    post('/events/send', ['events:write'], showFormOnRefusal(page, send, ofEvent)),
  ];
}
