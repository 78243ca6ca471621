import { DeleteSuppressedDestinationCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2';
import type { SesList } from '../domain/context.ts';

/** The account-level suppression list of SES (v2 alone has it). */
export function sesList(region: string): SesList {
  const client = new SESv2Client({ region, maxAttempts: 1 });
  return {
    remove: async (EmailAddress) => {
      try {
        await client.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
        return 'removed';
      } catch (error) {
        if (error instanceof NotFoundException) return 'absent';
        return (error as Error).name === 'BadRequestException' ? 'refused' : 'later';
      }
    },
  };
}
