import type { ConfigurationSet } from './configuration-sets.ts';
import { changeControl } from './control.ts';
import { type Answer, json, SesError } from './errors.ts';
import type { Accepted, Which } from './messages.ts';
import type { Ses } from './state.ts';

function status(ses: Ses): Answer {
  const stats = {
    messages: ses.messages.count(),
    throttled: ses.sent.throttled,
    ...ses.publisher.stats(),
    ...ses.feed?.stats(),
  };
  return json(200, { ...ses.control, stats, smtp_port: ses.smtp_port });
}

function change(ses: Ses, changes: Record<string, unknown>): Answer {
  changeControl(ses.control, changes);
  ses.publisher.resume();
  return status(ses);
}

function reset(ses: Ses): Answer {
  Object.assign(ses.control, ses.startControl);
  return change(ses, {});
}

/** The `limit` newest messages to an address, or with a given tag value, oldest first. */
function list(ses: Ses, query: URLSearchParams): Answer {
  const to = query.get('to')?.toLowerCase();
  const emailId = query.get('email_id');
  const matches = ({ destinations, tags }: Accepted) =>
    (!to || destinations.some((address) => address.toLowerCase() === to)) &&
    (!emailId || Object.values(tags).includes(emailId));
  const found = ses.messages.list().filter(matches);
  const limit = Number(query.get('limit') ?? 1000);
  return json(200, { total: found.length, messages: found.slice(-limit) });
}

async function source(ses: Ses, id: string, which: string | null): Promise<Answer> {
  const bytes = await ses.messages.source(id, (which ?? 'sent') as Which);
  if (!bytes) throw new SesError('not_found', `No message ${id}`);
  return { status: 200, type: 'message/rfc822', body: bytes };
}

function putSets(ses: Ses, deployed: ConfigurationSet[]): Answer {
  ses.sets.put(deployed);
  return json(200, {});
}

/**
 * The stand-in's own API:
 * - `GET/PUT/DELETE /_control`: settings and counts. DELETE resets them
 * - `GET /_control/messages?to=&email_id=&limit=`, `GET /_control/messages/:id/source?which=sent|handed`
 * - `DELETE /_control/messages`
 * - `PUT /_control/configuration-sets`: the sets of a deployment, with their event destinations
 */
export async function answerControl(ses: Ses, method: string, url: URL, body: Buffer): Promise<Answer> {
  const [, , room, id, leaf] = url.pathname.split('/');
  const call = `${method} ${[room, id && ':id', leaf].filter(Boolean).join('/')}`;
  try {
    if (call === 'GET ') return status(ses);
    if (call === 'PUT ') return change(ses, JSON.parse(body.toString('utf8')));
    if (call === 'DELETE ') return reset(ses);
    if (call === 'GET messages') return list(ses, url.searchParams);
    if (call === 'GET messages/:id/source') return await source(ses, id ?? '', url.searchParams.get('which'));
    if (call === 'DELETE messages') return json(200, await ses.messages.clear());
    if (call === 'PUT configuration-sets') return putSets(ses, JSON.parse(body.toString('utf8')));
    return json(404, { message: `Unknown call: ${method} ${url.pathname}` });
  } catch (error) {
    if (error instanceof SesError)
      return json(error.code === 'not_found' ? 404 : 400, { message: error.message });
    return json(400, { message: String(error) });
  }
}
