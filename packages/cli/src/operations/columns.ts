const names = [
  ...['external_id', 'name', 'email', 'match', 'sender', 'provider', 'from', 'subject'],
  ...['event_type', 'type', 'recipient', 'url', 'domain', 'username'],
];
const states = ['status', 'enabled', 'reason', 'category', 'action', 'version'];
const times = ['created_at', 'occurred_at', 'received_at', 'started_at', 'at'];

/** Table columns for objects with these fields: id, two names, state, and time. */
export function columnsOf(fields: readonly string[]): string[] {
  const some = (wanted: string[], max: number) => wanted.filter((one) => fields.includes(one)).slice(0, max);
  const chosen = [...some(['id'], 1), ...some(names, 2), ...some(states, 1), ...some(times, 1)];
  return chosen.length > 1 ? chosen : fields.slice(0, 5);
}
