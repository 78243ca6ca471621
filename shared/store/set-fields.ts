/** The update that sets the fields of `change` and removes those that are undefined. */
export function setFields(change: Record<string, unknown>) {
  const set = Object.entries(change).filter(([, value]) => value !== undefined);
  const removed = Object.keys(change).filter((name) => change[name] === undefined);
  const expression = [
    `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ].join(' ');
  return {
    expression,
    names: Object.fromEntries(Object.keys(change).map((name) => [`#${name}`, name])),
    values: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}
