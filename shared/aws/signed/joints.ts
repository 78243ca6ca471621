import { isPassing } from './retries.ts';

/** One call of several callers: its entries, by ids. */
type Joint<Entry, Outcomes> = {
  entries: Map<string, Entry>;
  weight: number;
  callers: number;
  outcomes: Promise<Outcomes>;
};

type JointOptions<Entry, Outcomes> = {
  /** The entries of a call, and what they weigh together. */
  limits: { entries: number; weight?: number };
  weigh?: (entry: Entry) => number;
  /** Whether two callers may ask for the same id in one call. */
  shared: boolean;
  call: (group: string, entries: Map<string, Entry>) => Promise<Outcomes>;
};

const endOfTurn = () => new Promise<void>((done) => void setImmediate(done));

/**
 * Joins the calls of a group that begin in one turn of the event loop: none waits for another, and the busier the
 * process is, the more calls begin in one turn and are joined.
 */
export function createJoints<Entry, Outcomes>(options: JointOptions<Entry, Outcomes>) {
  const { limits, weigh = () => 0, shared, call } = options;
  const { entries: maxEntries, weight: maxWeight = 0 } = limits;
  const open = new Map<string, Joint<Entry, Outcomes>>();

  const send = async (group: string, entries: Map<string, Entry>): Promise<Outcomes> => {
    await endOfTurn();
    if (open.get(group)?.entries === entries) open.delete(group);
    return call(group, entries);
  };

  const begin = (group: string): Joint<Entry, Outcomes> => {
    const entries = new Map<string, Entry>();
    const joint = { entries, weight: 0, callers: 0, outcomes: send(group, entries) };
    open.set(group, joint);
    return joint;
  };

  const fits = (joint: Joint<Entry, Outcomes>, ids: string[], weight: number): boolean => {
    const known = ids.filter((id) => joint.entries.has(id)).length;
    if (known > 0 && !shared) return false;
    return joint.entries.size + ids.length - known <= maxEntries && joint.weight + weight <= maxWeight;
  };

  /** The joint call in which these entries go. */
  return (group: string, entries: Map<string, Entry>): Joint<Entry, Outcomes> => {
    const weight = [...entries.values()].reduce((sum, entry) => sum + weigh(entry), 0);
    const current = open.get(group);
    const joint = current && fits(current, [...entries.keys()], weight) ? current : begin(group);
    for (const [id, entry] of entries) joint.entries.set(id, entry);
    joint.weight += weight;
    joint.callers++;
    return joint;
  };
}

/** Whether AWS refused the call as a whole, or it could not be written: nothing was taken, and one caller's part is wrong. */
function isRefused(error: unknown): boolean {
  // Errors of a connection have a `code`, those of a service a `$fault`.
  const { $fault, code } = error as { $fault?: string; code?: string };
  return !isPassing(error) && code === undefined && $fault !== 'server';
}

type OwnPart<Outcomes> = {
  /** The answer to this caller's own call. */
  answer: (outcomes: Outcomes) => object | Promise<object>;
  /** Sends this caller's call by itself. */
  alone: () => Promise<object>;
};

/** A caller's part of a joint. Where the joint is refused each call goes by itself, so that only the wrong one fails. */
export function sendJoined<Entry, Outcomes>(
  joint: Joint<Entry, Outcomes>,
  own: OwnPart<Outcomes>,
): Promise<object> {
  return joint.outcomes.then(own.answer, (error) => {
    if (joint.callers > 1 && isRefused(error)) return own.alone();
    throw error;
  });
}
