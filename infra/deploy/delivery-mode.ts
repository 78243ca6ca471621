import { PutConfigurationSetDeliveryOptionsCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { tlsPolicies } from '../constructs/tls-policies.ts';
import type { Finding } from './finding.ts';

/**
 * Makes both sets deliver from this region only, whatever the AWS account's setting. CloudFormation can't, so
 * every deploy makes the call. Returns the fix if it fails, otherwise null.
 */
export async function deliverInRegion(region: string, stage: string): Promise<Finding | null> {
  const client = new SESv2Client({ region });
  try {
    for (const [mode, TlsPolicy] of Object.entries(tlsPolicies)) {
      const ConfigurationSetName = `${stage}-${mode}`;
      const options = { ConfigurationSetName, TlsPolicy, SharedPoolDeliveryMode: 'REGIONAL' } as const;
      await client.send(new PutConfigurationSetDeliveryOptionsCommand(options));
    }
    return null;
  } catch (error) {
    const text = `couldn't limit delivery to this region, so SES may deliver this stage's mail from other regions (${(error as Error).name})`;
    const fix = `Allow ses:PutConfigurationSetDeliveryOptions and deploy again, or run aws sesv2 put-account-delivery-attributes --shared-pool-delivery-mode REGIONAL.`;
    return { level: 'warn', text, fix };
  }
}
