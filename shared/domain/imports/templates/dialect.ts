/** A provider's placeholder in text, exactly as written except for blanks inside `<% %>`. */
export type Written = { written: string; any_case?: boolean };

/** An unsubscribe link placeholder. With `label`, the provider inserts a whole link (T7). */
type UnsubscribeText = Written & { label?: string };

/** A provider's template language: its engine (T6), unsubscribe links (T7), and tags beyond mustache tokens. */
export type Dialect = {
  /** Handlebars has white space control, raw blocks, long comments, and an escape. Mustachio has none. */
  engine: 'handlebars' | 'mustachio';
  /** Whether `{{insert x "default=D"}}` is a variable with a default. */
  inserts: boolean;
  unsubscribe_paths: readonly string[];
  unsubscribe_texts: readonly UnsubscribeText[];
  /** The link to an email's web version, which we don't have, as a lower-case variable and as a text. */
  web_view: { path: string; text: Written } | null;
  /** Texts that only the provider can fill. They stay as written. */
  unfilled: RegExp | null;
  /** `pathOf` returns the path of the variable that a tag in text refers to. */
  tags: { pattern: RegExp; pathOf: (match: RegExpMatchArray) => string } | null;
  /** Tags are free text here and stay as written. */
  legacy: boolean;
};

export const plainDialect: Dialect = {
  engine: 'handlebars',
  inserts: false,
  unsubscribe_paths: [],
  unsubscribe_texts: [],
  web_view: null,
  unfilled: null,
  tags: null,
  legacy: false,
};

/**
 * The text around templates, by part. `missing` means that the template names a layout that can't be read.
 */
export type Layout = { name: string; parts: { html: string | null; text: string | null } | 'missing' };

/** A template as the provider stores it. "" counts as null. */
export type TemplateSource = {
  subject: string | null;
  html: string | null;
  text: string | null;
  layout: Layout | null;
  /** Whether it sets its own sender or reply address, which our templates don't support. */
  has_sender: boolean;
};
