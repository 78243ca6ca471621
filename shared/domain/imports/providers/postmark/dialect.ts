import { type Dialect, plainDialect } from '../../templates/dialect.ts';

/** Postmark's templates (T6, T7). */
export const postmarkDialect: Dialect = {
  ...plainDialect,
  engine: 'mustachio',
  unsubscribe_paths: ['pm:unsubscribe', 'pm:unsubscribe_url'],
};
