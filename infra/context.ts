import type { Node } from 'constructs';

/** Readers of CDK context values (`-c name=value`); each throws with the name of the value that is wrong. */

export function text(node: Node, name: string): string | undefined {
  const value: unknown = node.tryGetContext(name);
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new Error(`context ${name}: a string`);
  return value;
}

/** The command line gives strings, cdk.json gives booleans: both are understood. */
export function flag(node: Node, name: string, fallback: boolean): boolean {
  const value: unknown = node.tryGetContext(name);
  if (value === undefined || value === '') return fallback;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new Error(`context ${name}: true or false`);
}

/** A switch with a third position; off without the value. */
export function flagOr<Other extends string>(node: Node, name: string, other: Other): boolean | Other {
  if (node.tryGetContext(name) === other) return other;
  try {
    return flag(node, name, false);
  } catch {
    throw new Error(`context ${name}: true, false or ${other}`);
  }
}

/** A whole number of at least `least`; undefined when the context has none. */
export function count(node: Node, name: string, least: number, unit = 'a whole number'): number | undefined {
  const value: unknown = node.tryGetContext(name);
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < least) {
    throw new Error(`context ${name}: ${unit}, ${least} at least`);
  }
  return number;
}

export function oneOf<Choice extends string>(
  node: Node,
  name: string,
  choices: [Choice, ...Choice[]],
): Choice {
  const value = text(node, name) ?? choices[0];
  const found = choices.find((choice) => choice === value);
  if (!found) throw new Error(`context ${name}: ${choices.join(' or ')}`);
  return found;
}

/** A host name in lower case, without a final dot: DNS names are made from it by joining. */
export function domain(node: Node, name: string): string | undefined {
  const value = text(node, name);
  if (value && !/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(value)) {
    throw new Error(`context ${name}: a domain name in lower case, without a final dot`);
  }
  return value;
}
