import type * as z from 'zod';

type Raw = z.core.$ZodRawIssue;

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  map: 'an object',
};

const amount = (count: number | bigint, noun: string) => `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;

/** Describes a limit in characters, in items, or as a number. */
function bound(origin: string, words: string, limit: number | bigint): string {
  if (origin === 'string') return `must have ${words} ${amount(limit, 'character')}`;
  if (origin === 'array') return `must have ${words} ${amount(limit, 'item')}`;
  return `must be ${words} ${limit}`;
}

/**
 * An error message for a field, to follow its name, if the schema has no message. Replaces zod's
 * default messages.
 */
export function explain(issue: Raw): string {
  switch (issue.code) {
    case 'invalid_type':
      return nouns[issue.expected] ? `must be ${nouns[issue.expected]}` : 'must not be set';
    case 'too_small':
      return bound(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum);
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `has the unknown field ${issue.keys[0]}`;
    case 'invalid_union':
      return 'has the wrong type';
    default:
      return 'has the wrong format';
  }
}
