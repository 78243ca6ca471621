import type { Dialect } from '../../templates/dialect.ts';

/** Postmark's templates (T6, T7). */
export const postmarkDialect: Dialect = {
  engine: 'mustachio',
  inserts: false,
  unsubscribe_paths: ['pm:unsubscribe', 'pm:unsubscribe_url'],
  unsubscribe_texts: [],
  web_view: null,
  unfilled: null,
  tags: null,
  legacy: false,
};
