/** Builds an object with one member per name, typed by name. */
export const byName = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
