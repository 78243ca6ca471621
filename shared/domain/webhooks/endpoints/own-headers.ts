import { type FieldFault, faultsOfFields, isFieldName } from '../../../core/field-name.ts';
import { adder, objectField } from '../../../core/schemas.ts';

const max_headers = 10;
/** Names and values together, because every event of the account reads the endpoint. */
const max_characters = 2_048;

const max_name = 128;
const visible = /^[!-~](?:[ -~]{0,1022}[!-~])?$/;

/** Headers that the service or the connection sets, or that are about the connection itself. */
const reserved = new Set([
  ...['host', 'content-length', 'content-type', 'content-encoding', 'accept-encoding', 'user-agent'],
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['expect', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', '__proto__'],
]);
const reservedPrefix = /^(?:service|webhook)-/;

/** Replaces shown values. */
const masked = '********';

function faultOf(name: string, value: unknown): FieldFault | null {
  if (name.length > max_name || !isFieldName(name))
    return ['format', 'not a valid header name, or over 128 characters'];
  if (reserved.has(name.toLowerCase()) || reservedPrefix.test(name.toLowerCase()))
    return ['blocked', 'reserved for the service'];
  if (typeof value !== 'string') return ['type', 'must be a string'];
  if (value.length > 1_024) return ['length', 'at most 1,024 characters'];
  if (!visible.test(value))
    return ['format', 'must be visible ASCII characters, with spaces only between them'];
  return value === masked ? ['format', 'must be the actual value, not the masked one from a response'] : null;
}

/** `headers` of an endpoint: up to 10 of the customer's own, sent with every delivery. */
export const OwnHeaders = objectField<Record<string, string>>('must be an object of names and values')
  .superRefine((headers, context) => {
    const add = adder(context);
    const entries = Object.entries(headers);
    if (entries.length > max_headers) return add([], 'length', `at most ${max_headers} headers`);
    for (const [name, fault] of faultsOfFields(entries, faultOf)) add([name], ...fault);
    // A value may be an object that can't be converted to text.
    const texts = entries.flat().filter((one) => typeof one === 'string');
    if (texts.join('').length > max_characters)
      add([], 'length', `names and values together must have at most ${max_characters} characters`);
  })
  .meta({
    type: 'object',
    maxProperties: max_headers,
    additionalProperties: { type: 'string', maxLength: 1_024 },
  });

/** The headers as callers see them, because a value may be a credential. */
export const maskedHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, masked]));
