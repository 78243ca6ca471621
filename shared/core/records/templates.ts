import type { Id } from '../runtime.ts';
import type { Category } from './emails.ts';

/** The text that a sender writes once and fills often: the parts with their `{{placeholders}}`. */
export type TemplateBody = {
  subject: string;
  html: string | null;
  text: string | null;
  /** The values of absent variables; own properties only. */
  defaults: Record<string, string>;
};

/** Everything of a template that takes effect on publish: all but name and alias. The body is an item of its own. */
export type TemplateVersion = {
  /** Names the immutable body; every edit makes a new one. */
  revision: string;
  place: 'item' | 'object';
  subject: string;
  /** Placeholders in order of first use in subject, html, text, without unsubscribe_url. */
  variables: string[];
  defaults: Record<string, string>;
  category: Category;
  unsubscribe_enabled: boolean;
};

export type Template = {
  id: Id<'tpl'>;
  account: Id<'acc'>;
  alias: string;
  name: string;
  /** Publishes so far; 0 before the first, so that it shows whether there ever was one. */
  version: number;
  /** The version that sends now; null: none does. */
  published: TemplateVersion | null;
  /** Edited since; null when everything is published. One of the two is always there. */
  draft: TemplateVersion | null;
  created_at: string;
  updated_at: string;
  published_at: string | null;
  /** The import that made it, and its templates at the old provider, `<provider>/<hash>` each. */
  import?: Id<'mig'>;
  sources?: string[];
};

export type TemplateOrigin = { provider: string; source_id: string };

/** The part of a template that a send reads, by alias and by id; `published` null: a draft. */
export type TemplatePointer = {
  id: Id<'tpl'>;
  account: Id<'acc'>;
  alias: string;
  published: Pick<TemplateVersion, 'revision' | 'place' | 'category' | 'unsubscribe_enabled'> | null;
};
