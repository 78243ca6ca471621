import { randomBytes } from 'node:crypto';
import {
  type Change,
  ChangeResourceRecordSetsCommand,
  CreateHostedZoneCommand,
  ListHostedZonesCommand,
  Route53Client,
} from '@aws-sdk/client-route-53';
import { sesIdentities } from '../shared/aws/identities.ts';
import { makeDkimKey } from '../shared/core/dkim-key.ts';
import { quotedText } from '../shared/core/dns-host.ts';

/** The local cloud's zone with the longest suffix of `name`. Creates one if none matches. */
export async function zoneFor(client: Route53Client, name: string): Promise<string> {
  const { HostedZones: zones = [] } = await client.send(new ListHostedZonesCommand({}));
  const holding = zones
    .filter((zone) => `.${name}.`.endsWith(`.${zone.Name}`))
    .sort((a, b) => (b.Name?.length ?? 0) - (a.Name?.length ?? 0))[0];
  if (holding?.Id) return holding.Id;
  const made = await client.send(
    new CreateHostedZoneCommand({ Name: name, CallerReference: `local ${name}` }),
  );
  return made.HostedZone?.Id ?? '';
}

const upsert = (Name: string, Type: 'TXT' | 'CNAME' | 'MX', value: string): Change => ({
  Action: 'UPSERT',
  ResourceRecordSet: { Name, Type, TTL: 3600, ResourceRecords: [{ Value: value }] },
});

/** Publishes the MX record that `adopt-domain --inbound` needs in the local cloud's DNS. Safe to repeat. */
export async function prepareInboundDomain(input: {
  name: string;
  region: string;
  door: string;
}): Promise<void> {
  const { name, region, door } = input;
  const client = new Route53Client({ region });
  const Changes = [upsert(name, 'MX', `10 ${door}`)];
  const HostedZoneId = await zoneFor(client, name);
  await client.send(new ChangeResourceRecordSetsCommand({ HostedZoneId, ChangeBatch: { Changes } }));
}

/**
 * Does what a customer does before `adopt-domain`: creates the SES identity with a DKIM key, and publishes the
 * records of the specification's Domains table in the local cloud's DNS. Safe to repeat.
 */
export async function prepareSendingDomain(input: {
  name: string;
  region: string;
  stage: string;
  service_domain: string;
}): Promise<void> {
  const { name, service_domain } = input;
  const identities = sesIdentities(input.region);
  if (await identities.get(name)) return;
  const { public_key, private_key } = await makeDkimKey();
  const selector = `svc-${randomBytes(4).toString('hex').slice(0, 6)}`;
  const client = new Route53Client({ region: input.region });
  const zone = await zoneFor(client, name);
  const dkim = `v=DKIM1; k=rsa; p=${public_key}`;
  const Changes = [
    upsert(`${selector}._domainkey.${name}`, 'TXT', quotedText(dkim)),
    upsert(`rp.${name}`, 'CNAME', `rp.${service_domain}`),
    upsert(name, 'TXT', quotedText(`v=spf1 include:spf.${service_domain} ~all`)),
    upsert(`_dmarc.${name}`, 'TXT', quotedText('v=DMARC1; p=none')),
  ];
  await client.send(new ChangeResourceRecordSetsCommand({ HostedZoneId: zone, ChangeBatch: { Changes } }));
  await identities.make({ name, selector, private_key, mail_from: `rp.${name}`, stage: input.stage }, null);
}
