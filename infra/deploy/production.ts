import { GetAccountCommand, PutAccountDetailsCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/** The use case that AWS reads in a request for production access. The command shows it before sending. */
export const useCase = `We send transactional email triggered by users' activity in our product: password resets, sign-in links, receipts, and notifications. We don't buy or rent lists.
Our service is Mailwright, which runs in this AWS account. It sends only from domains verified with DKIM, receives every bounce and complaint through a configuration set, and immediately suppresses the affected address. Product mail includes one-click List-Unsubscribe headers. Sending stops automatically for customers with a bounce rate of 5% or more, or a complaint rate of 0.1% or more.`;

/** SES's response to the request, as text for the terminal. Throws SES's errors. */
export async function requestProduction(region: string, WebsiteURL: string): Promise<string> {
  const ses = new SESv2Client({ region });
  const { ProductionAccessEnabled, Details } = await ses.send(new GetAccountCommand({}));
  if (ProductionAccessEnabled) return `This account already has SES production access in ${region}.`;
  if (Details?.ReviewDetails?.Status === 'PENDING')
    return `AWS is already reviewing a request for ${region} (case ${Details.ReviewDetails.CaseId}).`;
  await ses.send(
    new PutAccountDetailsCommand({
      MailType: 'TRANSACTIONAL',
      WebsiteURL,
      UseCaseDescription: useCase,
      ContactLanguage: 'EN',
      ProductionAccessEnabled: true,
    }),
  );
  return `Requested production access in ${region}. AWS replies by email, usually within a day. After AWS grants access, deploy again.`;
}
