/** A placeholder of the provider in text, exactly as written but for blanks inside of `<% %>`. */
export type Written = { written: string; any_case?: boolean };

/** One that is the unsubscribe link; with `label` the provider puts a whole link there (T7). */
type UnsubscribeText = Written & { label?: string };

/**
 * The templates of a provider: its engine (T6), its unsubscribe links (T7), the tags that are no mustache tokens.
 */
export type Dialect = {
  /** Handlebars has white space control, raw blocks, long comments and an escape; Mustachio has none of them. */
  engine: 'handlebars' | 'mustachio';
  /** Whether `{{insert x "default=D"}}` is a variable with a default. */
  inserts: boolean;
  unsubscribe_paths: readonly string[];
  unsubscribe_texts: readonly UnsubscribeText[];
  /** The address of the email as a web page, which has no counterpart here: a variable in lower case, and a text. */
  web_view: { path: string; text: Written } | null;
  /** Texts that the provider fills when it sends and nothing here does: they stay as written. */
  unfilled: RegExp | null;
  /** `pathOf`: the path of the variable that a tag in text stands for. */
  tags: { pattern: RegExp; pathOf: (match: RegExpMatchArray) => string } | null;
  /** Tags are free text here, which stays as it is written. */
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

/** The text around templates, by parts; `missing`: it is named and cannot be read. */
export type Layout = { name: string; parts: { html: string | null; text: string | null } | 'missing' };

/** A template as the provider stores it; "" and null are none. */
export type TemplateSource = {
  subject: string | null;
  html: string | null;
  text: string | null;
  layout: Layout | null;
  /** It sets a sender or a reply address of its own, which templates here do not have. */
  has_sender: boolean;
};
