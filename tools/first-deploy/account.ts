import { GetAccountCommand, GetConfigurationSetCommand } from '@aws-sdk/client-sesv2';
import { sesPerMillion } from '../../infra/deploy/prices.ts';
import type { Checks, Lab, Seen } from './lab.ts';

type Threshold = { ConditionThreshold?: { ConditionThresholdEnabled?: string } };

const validationOf = ({ ConditionThreshold }: Threshold = {}) =>
  ConditionThreshold?.ConditionThresholdEnabled ?? 'not set';

/** Settings of the whole AWS account that others may have changed, and those of our configuration set. */
async function accountSettings({ clients: { sesv2 }, set }: Lab): Promise<Seen> {
  const account = await sesv2.send(new GetAccountCommand({}));
  const own = await sesv2.send(new GetConfigurationSetCommand({ ConfigurationSetName: set }));
  const plan = account.PricingAttributes?.CurrentPlan ?? 'unknown';
  const { VdmEnabled = 'not set', DashboardAttributes } = account.VdmAttributes ?? {};
  const mode = own.DeliveryOptions?.SharedPoolDeliveryMode;
  const validation = validationOf(own.SuppressionOptions?.ValidationOptions);
  const found = [
    `plan ${plan}`,
    `production access ${account.ProductionAccessEnabled ? 'granted' : 'missing'}`,
    `delivery mode ${account.DeliveryAttributes?.SharedPoolDeliveryMode ?? 'not returned'} (configuration set: ${mode ?? 'not set'})`,
    `auto validation ${validationOf(account.SuppressionAttributes?.ValidationAttributes)} (configuration set: ${validation})`,
    `VDM ${VdmEnabled}, engagement tracking ${DashboardAttributes?.EngagementMetrics ?? 'not set'}`,
  ];
  const as_assumed = plan in sesPerMillion && mode === 'REGIONAL' && validation === 'DISABLED';
  return { found: found.join('; '), as_assumed };
}

export const accountChecks: Checks = {
  account_settings: {
    question: "What are the SES account's pricing plan and its delivery, validation, and VDM settings?",
    assumed:
      'a plan with a known price (P51). The other settings can have any value, because the configuration sets override them (P54)',
    look: accountSettings,
  },
};
