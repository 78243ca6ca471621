import type { Node } from 'constructs';

/**
 * Rejects `kms=aws-owned` for a stage with its own key when CDK's CLI deploys it. `npm run deploy` has its
 * own check (P46). CDK names the account only with credentials, and can't deploy without them.
 */
export async function keepKey(node: Pick<Node, 'tryGetContext'>): Promise<void> {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  if (account === undefined || node.tryGetContext('kms') !== 'aws-owned') return;
  const { whoAndWhere } = await import('./deploy/facts.ts');
  const here = await whoAndWhere();
  if (here.account !== account || here.region !== region)
    throw new Error("context kms: set AWS_PROFILE and AWS_REGION. A CDK app can't see --profile");
  const { findStacks } = await import('./deploy/stacks.ts');
  const { Core } = await findStacks(region, String(node.tryGetContext('stage')));
  const { judgeKey } = await import('./deploy/ground.ts');
  const last = Core?.outputs.KmsKeyArn === undefined ? 'aws-owned' : 'own';
  for (const { text, fix } of judgeKey({ kms: { last, next: 'aws-owned' } }))
    throw new Error(`${text}. ${fix}`);
}
