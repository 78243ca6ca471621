import { type Dialect, plainDialect } from '../../templates/dialect.ts';

export const postmarkDialect: Dialect = {
  ...plainDialect,
  engine: 'mustachio',
  unsubscribe_paths: ['pm:unsubscribe', 'pm:unsubscribe_url'],
};
