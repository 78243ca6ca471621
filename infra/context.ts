import type { Node } from 'constructs';
import type * as z from 'zod';

/**
 * A value of the CDK context (`-c name=value`), its default when it is not given or empty. The command line gives strings,
 * cdk.json booleans too: both are understood. Throws with the name of the value that is wrong.
 */
export function readValue<Schema extends z.ZodType>(
  node: Pick<Node, 'tryGetContext'>,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const value: unknown = node.tryGetContext(name);
  const absent = value === undefined || value === '';
  const simple = typeof value === 'boolean' || typeof value === 'number';
  const parsed = schema.safeParse(absent ? undefined : simple ? String(value) : value);
  if (parsed.success) return parsed.data;
  throw new Error(`context ${name}: ${parsed.error.issues[0]?.message}`);
}
