import type { Posted } from './client.ts';

/** A message that SES accepted, with the email's id from its tag and the customer's name for it. */
type Handed = { email_id: string; subject: string };

export type Verdict = {
  accepted: number;
  unanswered: number;
  handed: number;
  /** What went wrong, one line each. */
  lost: string[];
  doubled: string[];
  unsettled: string[];
  refused: string[];
};

function countBy(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A wrong refusal, or the outcome of a send that must be refused. */
function misjudged({ n, ids, blocked, late, refused }: Posted, bySubject: Map<string, number>): string[] {
  if (!blocked && !late) return refused ? [`soak ${n}: ${refused}`] : [];
  const sent = bySubject.has(`soak ${n}`) || ids.length > 0;
  const right = refused === null || refused.startsWith(late ? '400' : '422');
  const why = late ? 'came after its time' : 'is suppressed';
  return sent || !right ? [`soak ${n} ${why}: ${refused ?? 'accepted'}${sent ? ', sent' : ''}`] : [];
}

/**
 * Judges a run. Lost: an accepted or stored email that SES never got. Doubled: an email or wish that SES got twice,
 * or a key with two ids. Unsettled: stored, and not shown as delivered.
 */
export function judge(posted: Posted[], stored: Map<string, string>, handed: Handed[]): Verdict {
  const byId = countBy(handed.map(({ email_id }) => email_id));
  const bySubject = countBy(handed.map(({ subject }) => subject));
  const answered = posted.filter(({ ids }) => ids.length > 0);
  const ids = new Set([...answered.flatMap((one) => one.ids), ...stored.keys()]);
  const over = ([what, count]: [string, number]) => (count > 1 ? [`${what}: ${count} messages`] : []);
  return {
    accepted: answered.length,
    unanswered: posted.filter((one) => one.ids.length === 0 && one.refused === null).length,
    handed: handed.length,
    lost: [
      ...[...ids].filter((id) => !byId.has(id)).map((id) => `${id} (${stored.get(id) ?? 'not stored'})`),
      ...posted
        .filter((one) => one.keyed && one.ids.length === 0 && !one.refused)
        .map(({ n }) => `soak ${n}`),
    ],
    doubled: [
      ...[...byId].flatMap(over),
      ...[...bySubject].flatMap(over),
      ...answered
        .filter((one) => new Set(one.ids).size > 1)
        .map(({ n, ids }) => `soak ${n}: ${ids.join(' ')}`),
    ],
    unsettled: [...stored].filter(([, status]) => status !== 'delivered').map(([id, s]) => `${id} ${s}`),
    refused: posted.flatMap((one) => misjudged(one, bySubject)),
  };
}
