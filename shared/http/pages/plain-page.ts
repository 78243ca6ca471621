type Field = {
  name: string;
  label: string;
  hint?: string;
  required?: true;
  /** Choices, with their labels. */
  options?: readonly (readonly [value: string, label: string])[];
  /** It suggests the account's own names of this kind. */
  names?: 'domains' | 'tenants';
};

/** The pages of a simple resource: the list, the form that creates one, and the delete confirmation. */
export type PlainPage = {
  /** The record's fields with their headings, and the text for null. */
  columns: readonly (readonly [field: string, head: string, none?: string])[];
  /** Shown when the list is empty. */
  empty: string;
  /** `done` is the notice shown on the list afterwards. */
  add: { title: string; label: string; done: string; fields: readonly Field[] };
  /** Braces in the question name a field of the record. */
  remove: { title: string; label: string; question: string; done: string };
};
