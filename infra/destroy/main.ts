import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { whoAndWhere } from '../deploy/facts.ts';
import { noteFile } from '../deploy/note-deployment.ts';
import { answerTo, stageOf } from '../deploy/options.ts';
import { leaveRuleSet } from '../deploy/receiving.ts';
import { forgetContext } from '../deploy/remembered.ts';
import { type DeployedStacks, findStacks, isFirstDeploy, removeStack, stackNames } from '../deploy/stacks.ts';
import { countItems, type Data, deleteData, emptyBucket } from './data.ts';
import { knownParts, leftData, noteParts } from './known.ts';
import { findStaying, releaseSets } from './staying.ts';

const usage = `Deletes a deployment and all its data.

  npm run destroy -- --stage prod

Lists what will be deleted, then asks you to type the stage name. The AWS credentials and region come from the environment.
`;

/** Says what will be lost, asks for the stage's name, deletes, and lists the remaining SES objects. */
async function main(args: string[]): Promise<number> {
  const options = {
    stage: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { stage: given, help } = parseArgs({ args, options }).values;
  const stage = stageOf(given);
  if (help || !stage) {
    say(usage);
    return help ? 0 : 1;
  }
  const { account, region } = await whoAndWhere();
  const stacks = await findStacks(region, stage);
  const variables = knownParts('.local', { stage, region, account, stacks });
  if (variables === null && !isHalfMade(stacks))
    throw new Error(`Stage ${stage} not found in ${region} (account ${account}).`);
  if (variables) await sayWhatIsLost(region, variables, { stage, account });
  else
    say(
      `The first deploy of stage ${stage} failed and left an unused stack in ${region} (AWS account ${account}).`,
    );
  if ((await answerTo(`To delete the stage, type its name: `)) !== stage) {
    say('Nothing was deleted.');
    return 1;
  }
  noteParts('.local', { stage, region, account, stacks });
  await leaveRuleSet({ region, stage, inbound: undefined }).catch(() => false);
  const data = variables ? dataOf(variables) : await leftData(region, stage);
  await removeAll(region, { stage, account, stacks, data });
  await sayWhatStays(region, { stage, table: variables?.TABLE_NAME ?? '' });
  // Last, because a repeated destroy finds the stage by what is remembered.
  await forgetContext(region, stage);
  rmSync(noteFile('.local', stage), { force: true });
  return 0;
}

/** Whether the first deploy failed: its stack exists but has no outputs. */
const isHalfMade = ({ Core }: DeployedStacks) =>
  Core !== null && (isFirstDeploy(Core.status) || Core.status.endsWith('_FAILED'));

const dataOf = (variables: Record<string, string>): Data => ({
  table: variables.TABLE_NAME,
  bucket: variables.BODY_BUCKET,
  schedules: variables.SCHEDULER_GROUP,
  key: variables.KMS_KEY_ARN,
});

async function sayWhatIsLost(
  region: string,
  { TABLE_NAME = '', BODY_BUCKET, PUBLIC_ORIGIN, KMS_KEY_ARN }: Record<string, string>,
  { stage, account }: { stage: string; account: string },
): Promise<void> {
  const items = (await countItems(region, TABLE_NAME)) ?? 0;
  say(`Stage ${stage} in ${region} (AWS account ${account}) will be deleted, including:
  table ${TABLE_NAME}, with about ${items} items (DynamoDB keeps a final backup for 35 days)
  bucket ${BODY_BUCKET}, with every version of every object
  all queued and scheduled mail, and the API at ${PUBLIC_ORIGIN}${
    KMS_KEY_ARN
      ? `\n  key ${KMS_KEY_ARN}, after 30 days (cancel its deletion to keep the backup readable)`
      : ''
  }`);
}

type Stage = { stage: string; account: string; stacks: DeployedStacks; data: Data };

/** Deletes the relay first, because it uses Core's resources. */
async function removeAll(region: string, { stage, account, stacks, data }: Stage): Promise<void> {
  const names = stackNames(stage);
  const empty = async () => (data.bucket ? emptyBucket(region, data.bucket) : 0);
  if (stacks.Smtp) await removeStack(region, names.Smtp);
  if (stacks.Core) {
    await releaseSets(region, { stage, account });
    say(`Deleted ${await empty()} object versions. Deleting stack ${names.Core}.`);
    // Objects written during deletion can keep an unprotected stage's bucket alive. Its writers are gone now.
    await removeStack(region, names.Core).catch(async () => {
      await empty();
      await removeStack(region, names.Core);
    });
  }
  await deleteData(region, data);
}

async function sayWhatStays(
  region: string,
  { stage, table }: { stage: string; table: string },
): Promise<void> {
  const { identities, tenants, tables } = await findStaying(region, { stage, table });
  const lines = [
    ...identities.map(
      (name) => `  identity ${name}: aws sesv2 delete-email-identity --email-identity ${name}`,
    ),
    ...tenants.map((name) => `  tenant ${name}: aws sesv2 delete-tenant --tenant-name ${name}`),
  ];
  const others = tables.map(
    (
      name,
    ) => `  table ${name}: aws dynamodb update-table --table-name ${name} --no-deletion-protection-enabled
    then aws dynamodb delete-table --table-name ${name}`,
  );
  say(`Stage ${stage} was deleted.${lines.length > 0 ? ` These objects remain in SES, shown with the commands that delete them:\n${lines.join('\n')}` : ''}
  If deletion protection was on, logs stay for 30 days in log groups whose names start with mailwright-${stage}-.`);
  if (others.length > 0)
    say(`These older tables were replaced by a restored table. They remain in DynamoDB with their data:
${others.join('\n')}`);
}

const say = (text: string) => process.stdout.write(`${text}\n`);

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return 1;
});
