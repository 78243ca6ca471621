export type { components, operations } from './api.d.ts';
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
export type { List, Page } from './list.ts';
export type { Upload } from './resources/attachments.ts';
export type {
  CallOptions,
  Fetch,
  KeyedOptions,
  MailwrightOptions,
  RateLimit,
  ResponseInfo,
  Schemas,
  SendAttachment,
  SendRequest,
} from './types.ts';
