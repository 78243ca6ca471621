type Field = {
  name: string;
  label: string;
  hint?: string;
  required?: true;
  /** Values to choose from, with their labels. */
  options?: readonly (readonly [value: string, label: string])[];
};

/** The pages of a resource that are a list, a form that makes one, and the question before one is deleted. */
export type PlainPage = {
  /** Pages about the same. */
  near?: readonly (readonly [path: string, title: string])[];
  /** Fields of the record with their heads, and the word where one is null. */
  columns: readonly (readonly [field: string, head: string, none?: string])[];
  /** In place of rows. */
  empty: string;
  /** `done`: the note on the list afterwards. */
  add: { title: string; label: string; done: string; fields: readonly Field[] };
  /** The question names a field of the record in braces. */
  remove: { title: string; label: string; question: string; done: string };
};
