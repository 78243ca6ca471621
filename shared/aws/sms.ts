import { type MessageAttributeValue, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { SmsAnswer, SmsProvider } from '../domain/ports/sms.ts';
import { type Aws, clientOptions } from './clients.ts';
import { faultOf } from './fault.ts';

/** Names of SNS errors that mean an invalid number or text. */
const invalid = /Invalid|Validation/;

const throttled = /Throttl|TooManyRequests|RequestLimit/;

/** The outcome of a failed call for its text message. Only a rejection proves that the text wasn't sent. */
function answerOf(error: unknown): SmsAnswer {
  const { name, status } = faultOf(error);
  // 403: the deployment isn't allowed to send, or its credentials have expired.
  const later = throttled.test(name) || status === 429 || status === 403;
  if (later) return { outcome: 'not_taken' };
  if (status < 400 || status >= 500) return { outcome: 'unknown' };
  return { outcome: 'refused', reason: invalid.test(name) ? 'invalid' : 'denied' };
}

const attribute = (StringValue: string): MessageAttributeValue => ({ DataType: 'String', StringValue });

/** Transactional text messages over Amazon SNS. The SDK repeats nothing: SNS has no idempotency key. */
export function snsTexts(aws: Aws, sender_id: string | null): SmsProvider {
  const client = new SNSClient(clientOptions(aws, 'sns'));
  const MessageAttributes = {
    'AWS.SNS.SMS.SMSType': attribute('Transactional'),
    ...(sender_id !== null && { 'AWS.SNS.SMS.SenderID': attribute(sender_id) }),
  };
  return {
    publish: async ({ to, text }) => {
      try {
        const request = new PublishCommand({ PhoneNumber: to, Message: text, MessageAttributes });
        const { MessageId: message_id } = await client.send(request);
        return message_id === undefined ? { outcome: 'unknown' } : { outcome: 'sent', message_id };
      } catch (error) {
        return answerOf(error);
      }
    },
  };
}
