import { type Dialect, plainDialect } from '../../templates/dialect.ts';

const own = 'recipient(?:_email|_name|_fname|_lname)?';
const path = '[A-Za-z_][A-Za-z0-9_-]{0,200}(?:\\.[A-Za-z0-9_-]{1,200}){0,10}';

/** Mailgun's templates, and the message variables that it fills in them (T6, T7, M47). */
export const mailgunDialect: Dialect = {
  ...plainDialect,
  unsubscribe_texts: [
    { written: '%unsubscribe_url%' },
    { written: '%tag_unsubscribe_url%' },
    { written: '%mailing_list_unsubscribe_url%' },
  ],
  // An address that takes an unsubscribe, and a variable of the recipient whose name none can have here.
  unfilled: /%unsubscribe_email%|%recipient\.[^\s%]{1,200}%/g,
  tags: {
    pattern: new RegExp(`%(${own})%|%recipient\\.(${path})%`, 'g'),
    pathOf: ([, name, inRecipient]) => name ?? inRecipient ?? '',
  },
};
