import type { EventAnswer } from '../../../shared/domain/automations/event-record.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { eventRoutes } from '../../automations/event-routes.ts';
import type { DashboardContext } from '../context.ts';
import { type Refused, showFormOnRefusal } from '../parts/acting.ts';
import { EventFields, eventOperation, eventRoute, ofEvent } from '../parts/automations/event.tsx';
import { callsOf, having } from '../parts/calls.ts';
import { curlLine } from '../parts/curl.ts';
import { knownNames } from '../parts/known-names.tsx';
import { numberText } from '../parts/numbers.tsx';
import { get, may, nameOf, onceGuard, pageOf, post } from '../parts/pages.tsx';
import { Form, faults, fieldsOf, Note, time } from '../parts/parts.tsx';
import { Button, Empty, Facts, Json, Tiles } from '../ui/elements.tsx';

const [reading, writing] = [['automations:read'] as const, ['events:write'] as const];

const sample = { name: 'user.signed_up', email: 'ada@example.com', data: { plan: 'pro' } };

/** What an event did, in numbers. */
const Effects = ({ posted }: { posted: EventAnswer }): Html => (
  <Tiles
    tiles={[
      { name: 'Matching automations', value: numberText(posted.matched_automations) },
      { name: 'Resumed runs', value: numberText(posted.resumed_runs) },
      { name: 'Canceled runs', value: numberText(posted.cancelled_runs) },
    ]}
  />
);

/** An event as it was stored: its effects, data, and person. */
function EventContent({ posted }: { posted: EventAnswer }): Html {
  const { id, name, email, user_id, data, source, created_at } = posted.event;
  return (
    <>
      <Effects posted={posted} />
      <div class="split">
        <div>
          <h2>Data</h2>
          {Object.keys(data).length === 0 ? (
            <Empty text="This event has no data." />
          ) : (
            <Json name="data" value={data} />
          )}
        </div>
        <aside aria-label="Details">
          <h2>Event</h2>
          <Facts
            entries={[
              ['Name', outside(name)],
              ['Id', <code data-copy="id">{id}</code>],
              email !== null && [
                'Email',
                <a href={`/emails?${new URLSearchParams({ to: email })}`}>{outside(email)}</a>,
              ],
              user_id !== null && ['User id', <code data-copy="user id">{outside(user_id)}</code>],
              ['Source', outside(source)],
              ['Created', time(created_at)],
            ]}
          />
        </aside>
      </div>
    </>
  );
}

/** Custom events: a form that sends one, and an event with its effects. */
export function eventPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, [...eventRoutes, eventRoute]);

  async function page(input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> {
    const names = await knownNames(ctx, input, ['events']);
    return pageOf(
      'Events',
      <>
        <p class="soft">
          Send an event when something happens in your app, such as a sign-up. An event can start, resume, or
          cancel automation runs.
        </p>
        {faults(issues)}
        <div class="split">
          <section class="card" aria-label="Send an event">
            <Form input={input} action="/events/send">
              {onceGuard(ctx)}
              {names}
              <EventFields field={fieldsOf(input.form, issues)} />
              <Button label="Send event" />
            </Form>
          </section>
          <aside aria-label="Over the API">
            <h2>Over the API</h2>
            <p>You can also send it with this request:</p>
            {curlLine(ctx, '/events', sample)}
            <p>
              To find an event later, search for its id. <a href="/docs/automations">About events</a>
            </p>
          </aside>
        </div>
      </>,
      status,
    );
  }

  async function send(input: SessionInput): Promise<PageAnswer> {
    const posted = having(await eventOperation(ctx, input), 'matched_automations');
    return pageOf(
      'Event sent',
      <>
        <Note>The event was stored.</Note>
        <EventContent posted={posted} />
        <p>
          <a class="button" href="/events">
            Send another event
          </a>{' '}
          {may(input, reading) && (
            <a class="button quiet" href={`/events/${posted.event.id}`}>
              Open event
            </a>
          )}{' '}
          <a class="button quiet" href="/automations">
            Automations
          </a>
        </p>
      </>,
    );
  }

  async function show(input: SessionInput): Promise<PageAnswer> {
    const posted = await call(input, 'GET /events/{id}');
    return pageOf(nameOf(posted.event.name), <EventContent posted={posted} />);
  }

  return [
    get('/events', writing, page),
    post('/events/send', writing, showFormOnRefusal(page, send, ofEvent)),
    get('/events/{id}', reading, show),
  ];
}
