import { retentionDays, retentionOf } from '../../shared/core/retention.ts';

/** The defaults of a deployment. */
export const usualRetention = retentionOf({
  body: retentionDays.body.usual,
  email: retentionDays.email.usual,
  event: retentionDays.event.usual,
  run: retentionDays.run.usual,
  webhook_log: retentionDays.webhook_log.usual,
  received: retentionDays.received.usual,
});
