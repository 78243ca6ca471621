import { SesError } from './errors.ts';
import type { Routes } from './rest-routes.ts';
import { sendMessage } from './send.ts';

export const sendingRoutes: Routes = {
  'POST /outbound-emails': async (ses, { body }) => {
    const { Raw } = body.Content ?? {};
    if (!Raw) throw new SesError('invalid', 'The stand-in sends raw content only.');
    const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = body.Destination ?? {};
    const MessageId = await sendMessage(ses, {
      raw: Buffer.from(Raw.Data ?? '', 'base64'),
      source: body.FromEmailAddress,
      destinations: [...ToAddresses, ...CcAddresses, ...BccAddresses],
      tags: body.EmailTags ?? [],
      configurationSet: body.ConfigurationSetName,
      tenant: body.TenantName,
    });
    return { MessageId };
  },
};
