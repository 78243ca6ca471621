export type { Upload } from './attachments.ts';
export { Mailwright } from './client.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type Issue,
  isMailwrightError,
  LimitError,
  MailwrightError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SuppressedError,
  ValidationError,
} from './errors.ts';
export type * from './generated/types.ts';
/** @deprecated Use EmailSendParams. */
export type { EmailSendParams as SendRequest } from './generated/types.ts';
export type { List, Page } from './list.ts';
export type {
  CallOptions,
  Fetch,
  KeyedOptions,
  MailwrightOptions,
  RateLimit,
  ResponseInfo,
  SendAttachment,
} from './types.ts';
