import { composeSimple } from './compose.ts';
import { SesError } from './errors.ts';
import type { Routes } from './rest-routes.ts';
import { type Handover, sendMessage } from './send.ts';

// SES v2 takes 40 MB a message.
const limit = 40 * 1024 * 1024;

// biome-ignore lint/suspicious/noExplicitAny: the body of SendEmail as the SDK writes it.
async function rawOf(body: any): Promise<Buffer> {
  const { Raw, Simple } = body.Content ?? {};
  if (Raw) return Buffer.from(Raw.Data ?? '', 'base64');
  if (!Simple) throw new SesError('invalid', 'The stand-in sends raw and simple content only.');
  return composeSimple({
    from: body.FromEmailAddress ?? '',
    to: body.Destination?.ToAddresses ?? [],
    cc: body.Destination?.CcAddresses ?? [],
    bcc: body.Destination?.BccAddresses ?? [],
    replyTo: body.ReplyToAddresses ?? [],
    message: Simple,
  });
}

export const sendingRoutes: Routes = {
  'POST /outbound-emails': async (ses, { body }) => {
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = body.Destination ?? {};
    const handover: Handover = {
      operation: 'SendEmail',
      raw: await rawOf(body),
      limit,
      source: body.FromEmailAddress,
      destinations: [...ToAddresses, ...CcAddresses, ...BccAddresses],
      tags: body.EmailTags ?? [],
      configurationSet: body.ConfigurationSetName,
      tenant: body.TenantName,
    };
    return { MessageId: await sendMessage(ses, handover) };
  },
};
