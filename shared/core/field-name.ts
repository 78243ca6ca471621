import type { IssueRule } from './errors.ts';

/** Whether a text can name a header field: a token (RFC 9110 5.1). */
export const isFieldName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);

export type FieldFault = readonly [rule: IssueRule, message: string];

const twice: FieldFault = ['conflict', 'given twice, differing only in case'];

/**
 * Errors by field name. Names that differ only in case are errors, because only one of them would be sent.
 */
export function faultsOfFields(
  fields: [name: string, value: unknown][],
  faultOf: (name: string, value: unknown) => FieldFault | null,
): [name: string, fault: FieldFault][] {
  const seen = new Set<string>();
  return fields.flatMap(([name, value]) => {
    const fault = seen.has(name.toLowerCase()) ? twice : faultOf(name, value);
    seen.add(name.toLowerCase());
    return fault ? [[name, fault]] : [];
  });
}
