import { eventTypes } from '../../../../shared/core/records/events.ts';
import type { WebhookRecord } from '../../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { type Html, outside } from '../../../../shared/http/html.ts';
import type { DashboardContext } from '../../context.ts';
import { Facts } from '../../ui/elements.tsx';
import { filled, listed } from '../acting.ts';
import { type FormField, time } from '../parts.tsx';

/** How an endpoint's URL must begin. */
const schemes = { public: 'Starts with https://', any: 'Starts with https:// or http://' };

export const endpointFields = ({ settings }: DashboardContext, field: FormField): Html => (
  <>
    {field({ name: 'url', label: 'URL', required: true, hint: schemes[settings.webhook_targets] })}
    {field({
      name: 'events',
      label: 'Events',
      words: eventTypes,
      hint: 'Select all or none to receive every event, including event types added in later releases',
    })}
    {field({ name: 'description', label: 'Description' })}
  </>
);

/** The events chosen in a form. Empty if the endpoint gets all events. */
function chosenEvents(sent: URLSearchParams): string[] {
  const events = listed(sent, 'events');
  return eventTypes.every((type) => events.includes(type)) ? [] : events;
}

export const bodyOf = (sent: URLSearchParams) => {
  const events = chosenEvents(sent);
  return { ...filled(sent, ['url', 'description']), ...(events.length > 0 && { events }) };
};

/** The form shows all of an endpoint's fields, so an empty field is cleared. */
export const savedBody = (sent: URLSearchParams) => ({
  ...filled(sent, ['url']),
  events: chosenEvents(sent),
  description: sent.get('description') || null,
});

/** An endpoint for all events lists none, so it also gets events added later. */
export const shownEvents = ({ events }: WebhookRecord): string =>
  events.length === eventTypes.length ? '' : events.join(', ');

/** What an endpoint is and how it is set up. Its health is in the tiles. */
export function EndpointFacts({ webhook }: { webhook: WebhookRecord }): Html {
  const { id, events, tenants, headers, auto_replay, description, created_at, updated_at } = webhook;
  const isAll = events.length === eventTypes.length;
  return (
    <Facts
      entries={[
        ['Id', <code data-copy="id">{id}</code>],
        description !== null && ['Description', outside(description)],
        [
          'Events',
          isAll ? (
            'All events'
          ) : (
            <ul class="plain-list">
              {events.map((event) => (
                <li>{event}</li>
              ))}
            </ul>
          ),
        ],
        tenants !== undefined && ['Tenants', outside(tenants.join(', '))],
        headers !== undefined && ['Custom headers', outside(Object.keys(headers).join(', '))],
        ['Auto replay', auto_replay ? 'On' : 'Off'],
        ['Created', time(created_at)],
        ['Updated', time(updated_at)],
      ]}
    />
  );
}
