import { setTimeout as wait } from 'node:timers/promises';
import { eventRoutes } from '../../functions/automations/event-routes.ts';
import { automationRoutes } from '../../functions/automations/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { inProcess } from '../support/api.ts';
import { type Customer, listAll, postTo } from './customer.ts';
import type { Verdict } from './verdict.ts';

type Counts = { matched_automations: number; resumed_runs: number; cancelled_runs: number };

/** One person's events in order, and the response that each must get. */
const story: [name: string, counts: Counts][] = [
  ['signup', { matched_automations: 1, resumed_runs: 0, cancelled_runs: 0 }],
  ['paid', { matched_automations: 0, resumed_runs: 1, cancelled_runs: 0 }],
  ['trial', { matched_automations: 1, resumed_runs: 0, cancelled_runs: 0 }],
  ['stop', { matched_automations: 0, resumed_runs: 0, cancelled_runs: 1 }],
  ['visit', { matched_automations: 0, resumed_runs: 0, cancelled_runs: 0 }],
];

const giveUpAfter = 200;

type Automations = { sending: string; stopped: string };

/** The emails that each completed run sends, by subject. */
const subjects = ['paid', 'later'];

/**
 * Two automations: one sends after an event and again after a delay, and the other is canceled before its timeout.
 */
export async function makeAutomations(
  ctx: Context,
  { api_key, domain }: { api_key: string; domain: string },
): Promise<Automations> {
  const call = inProcess(ctx, [...automationRoutes, ...eventRoutes], api_key);
  const mail = (subject: string) => ({
    type: 'send_email',
    from: `soak@${domain}`,
    text: 'Hi',
    subject: `${subject} {{event.data.n}}`,
  });
  // Longer than any soak, however fast its clock and slow its machine.
  const waiting = { type: 'wait_for_event', event: 'paid', timeout_seconds: 86_400, on_timeout: 'fail' };
  const make = async (trigger: object, steps: object[]) => {
    const body = { name: 'soak', trigger, steps };
    const made = await call('POST', '/automations', { body });
    const id = (made.body.automation as { id: string } | undefined)?.id;
    const { status } = await call('POST', `/automations/${id}`, { body: { action: 'activate' } });
    if (id === undefined || status !== 200) throw new Error(`no automation: ${made.text}`);
    return id;
  };
  const delay = { type: 'delay', seconds: 30 };
  return {
    sending: await make({ event: 'signup' }, [waiting, mail('paid'), delay, mail('later')]),
    stopped: await make({ event: 'trial', cancel_on_events: ['stop'] }, [
      { ...waiting, event: 'never' },
      mail('wrong'),
    ]),
  };
}

type Answered = { what: string; posts: number; ids: string[]; wrong: string | null };

/** The response to one event, or null if it is unknown. */
async function postOnce(
  customer: Customer,
  event: { key: string; body: object },
  post: number,
): Promise<{ id: string; counts: Counts } | { refused: string } | null> {
  const answer = await postTo<{ event?: { id: string } } & Counts>(customer, post, '/api/events', event);
  if (answer === null) return null;
  const { event: made, matched_automations, resumed_runs, cancelled_runs } = answer.body;
  if (answer.status !== 202 || !made) return { refused: `${answer.status}` };
  return { id: made.id, counts: { matched_automations, resumed_runs, cancelled_runs } };
}

/**
 * Posts one event until there is a response, every 7th twice at once, and compares the counts in every response with
 * the story.
 */
async function postEvent(customer: Customer, person: number, step: number): Promise<Answered> {
  const [name, counts] = story[step] as (typeof story)[number];
  const n = person * story.length + step;
  const event = {
    key: `soak-${n}`,
    body: { name, email: `person-${person}@example.net`, data: { n: person } },
  };
  const answered: Answered = { what: `${name} of ${person}`, posts: 0, ids: [], wrong: null };
  const copies = n % 7 === 0 ? 2 : 1;
  while (answered.ids.length === 0 && answered.wrong === null && answered.posts < giveUpAfter) {
    const answers = await Promise.all(
      Array.from({ length: copies }, (_, copy) => postOnce(customer, event, n + answered.posts + copy)),
    );
    answered.posts += copies;
    for (const answer of answers) {
      if (answer === null) continue;
      if ('refused' in answer) answered.wrong = answer.refused;
      else if (JSON.stringify(answer.counts) !== JSON.stringify(counts))
        answered.wrong = JSON.stringify(answer.counts);
      else answered.ids.push(answer.id);
    }
    if (answered.ids.length === 0) await wait(50);
  }
  return answered;
}

/** Posts the stories of this many events, `concurrency` people at a time. */
export async function postStories(
  customer: Customer,
  { events, concurrency }: { events: number; concurrency: number },
): Promise<Answered[]> {
  const persons = Array.from({ length: Math.ceil(events / story.length) }, (_, i) => i);
  const answered: Answered[] = [];
  const work = async () => {
    for (let person = persons.shift(); person !== undefined; person = persons.shift())
      for (const step of story.keys()) answered.push(await postEvent(customer, person, step));
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return answered;
}

type Run = { id: string; email: string; event_id: string; status: string };

const runsOf = (customer: Customer, automation: string) =>
  listAll<Run>(customer, `/api/automations/${automation}/runs`, 'runs');

const repeated = (values: string[]): string[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/**
 * Lost: an event without a response, or a missing run or email. Doubled: two of them. Wrong: another count or end.
 */
export async function judgeStories(
  customer: Customer,
  automations: Automations,
  answered: Answered[],
  handed: string[],
): Promise<Verdict> {
  const [sending, stopped] = [
    await runsOf(customer, automations.sending),
    await runsOf(customer, automations.stopped),
  ];
  const persons = [...new Set(answered.map(({ what }) => what.split(' ').at(-1) ?? ''))];
  const emails = persons.flatMap((n) => subjects.map((subject) => `${subject} ${n}`));
  const people = (runs: Run[]) => runs.map(({ email }) => email);
  const missing = (runs: Run[]) =>
    persons.filter((n) => !people(runs).includes(`person-${n}@example.net`)).map((n) => `run of ${n}`);
  const open = (runs: Run[], end: string) =>
    runs.filter(({ status }) => status !== end).map(({ id, status }) => `${id} ${status}`);
  return {
    accepted: answered.filter(({ ids }) => ids.length > 0).length,
    unanswered: answered.filter(({ ids, wrong }) => ids.length === 0 && wrong === null).length,
    handed: handed.length,
    lost: [
      ...answered.filter(({ ids, wrong }) => ids.length === 0 && wrong === null).map(({ what }) => what),
      ...emails.filter((subject) => !handed.includes(subject)),
      ...missing(sending),
      ...missing(stopped),
    ],
    doubled: [
      ...repeated(handed),
      ...handed.filter((subject) => subject.startsWith('wrong')),
      ...repeated(people(sending)),
      ...repeated(people(stopped)),
      ...answered
        .filter(({ ids }) => new Set(ids).size > 1)
        .map(({ what, ids }) => `${what}: ${ids.join(' ')}`),
    ],
    unsettled: [...open(sending, 'completed'), ...open(stopped, 'cancelled')],
    refused: answered.flatMap(({ what, wrong }) => (wrong === null ? [] : [`${what}: ${wrong}`])),
  };
}
