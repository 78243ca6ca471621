import type { Id } from '../runtime.ts';
import type { Category } from './emails.ts';

/** A template's content, with `{{placeholders}}`. */
export type TemplateBody = {
  subject: string;
  html: string | null;
  text: string | null;
  /** Values for missing variables. Own properties only. */
  defaults: Record<string, string>;
};

/**
 * The parts that take effect when a template is published: everything except name and alias. The body is a
 * separate item.
 */
export type TemplateVersion = {
  /** The id of the immutable body. Every edit creates a new revision. */
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
  /** Number of publishes. 0 means never published. */
  version: number;
  /** The version used for sending. Null if none. */
  published: TemplateVersion | null;
  /** Unpublished edits. Null if everything is published. Either `draft` or `published` is always set. */
  draft: TemplateVersion | null;
  /** Values that previews fill in. Emails never use them. Own properties only. */
  samples: Record<string, string>;
  created_at: string;
  updated_at: string;
  published_at: string | null;
  /** The import that made it, and its old provider's templates as `<provider>/<hash>`. */
  import?: Id<'mig'>;
  sources?: string[];
};

export type TemplateOrigin = { provider: string; source_id: string };

/** The template data that a send reads, by alias or id. A null `published` means a draft. */
export type TemplatePointer = {
  id: Id<'tpl'>;
  account: Id<'acc'>;
  alias: string;
  published: Pick<TemplateVersion, 'revision' | 'place' | 'category' | 'unsubscribe_enabled'> | null;
};
