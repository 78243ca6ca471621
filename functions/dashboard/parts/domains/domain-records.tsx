import type { DomainRecord } from '../../../../shared/domain/domains/domain-record.ts';
import { type Html, nothing, outside } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import { Badge, Banner, Empty } from '../../ui/elements.tsx';
import { Table } from '../../ui/table.tsx';
import { may } from '../pages.tsx';
import { CopiedValue, FoldedText } from './copied-value.tsx';
import { hostName, OwnGuide } from './dns-guides.tsx';

type DomainContent = { input: SessionInput; domain: DomainRecord };
type DnsRecord = DomainRecord['records'][number];

const labels: Record<DnsRecord['purpose'], string> = {
  ownership: 'Ownership',
  dkim: 'DKIM',
  dkim_next: 'DKIM, new key (dkim_next)',
  dkim_retired: 'DKIM, old key (dkim_retired)',
  return_path: 'Return path',
  spf: 'SPF',
  dmarc: 'DMARC',
  inbound_mx: 'Received email',
};

const isWrong = ({ status }: DnsRecord): boolean => status === 'mismatch' || status === 'missing';

/** The values that DNS has instead of the wanted one. */
const Found = ({ values }: { values: string[] }): Html => (
  <div class="found">
    <span class="small">Found in DNS</span>
    {values.map((value) => (
      <div>
        <FoldedText text={value} />
      </div>
    ))}
  </div>
);

/** A missing required record is a failure only after the domain was verified. An optional one never is. */
function RecordState({ record, domain }: { record: DnsRecord; domain: DomainRecord }): Html {
  const { status, required } = record;
  if (status !== 'missing') return <Badge word={status} />;
  return <Badge word={status} tone={required ? (domain.status === 'pending' ? 'warn' : 'bad') : ''} />;
}

/** What is wrong, unless the state already says that there is no record. */
function Note({ record: { type, host, note } }: { record: DnsRecord }): Html {
  if (note === null || note === `There is no ${type} record at ${host} yet.`) return nothing;
  return <div class="small">{outside(note)}</div>;
}

type ValueContent = { record: DnsRecord; plan: string | null };

/** `plan`: the page of planned changes, which has an SPF record merged with the one in DNS. */
function Value({ record, plan }: ValueContent): Html {
  const { purpose, value, priority, current } = record;
  return (
    <>
      <CopiedValue name={`${labels[purpose]} value`} value={value} />
      {priority !== null && <div class="small">Priority {priority}</div>}
      <Note record={record} />
      {purpose === 'spf' && record.status === 'mismatch' && plan !== null && (
        <div>
          <a href={plan}>Copy the merged record</a>
        </div>
      )}
      {isWrong(record) && current !== null && current.length > 0 && <Found values={current} />}
    </>
  );
}

/** A domain's DNS records, each with its status, what to copy, and what DNS has instead. */
export function Records({ input, domain }: DomainContent): Html {
  const { id, records } = domain;
  const plan = may(input, ['domains:write']) ? `/domains/${id}/apply` : null;
  if (records.length === 0)
    return (
      <Empty text="There are no records to publish. The operator of this deployment set up this domain." />
    );
  return (
    <Table
      list
      caption="DNS records"
      heads={['Record', 'State', 'Type', 'Name', 'Value']}
      rows={records.map((record) => [
        <>
          {labels[record.purpose]}
          {!record.required && <span class="small"> optional</span>}
        </>,
        <RecordState record={record} domain={domain} />,
        record.type,
        <CopiedValue name={`${labels[record.purpose]} name`} value={record.host} />,
        <Value record={record} plan={plan} />,
      ])}
    />
  );
}

/** The domain's status and next step. */
const Title = ({ text, status }: { text: string; status: DomainRecord['status'] }): Html => (
  <>
    {text} <Badge word={status} />
  </>
);

/** `2 required records`. */
const countOf = (n: number): string => (n === 1 ? '1 required record' : `${n} required records`);

/** What to do next, from the domain's status and its records. */
export function NextStep({ input, domain }: DomainContent): Html {
  const { id, name, status, records, sending_enabled, inbound_enabled, dns_host } = domain;
  const open = records.filter((record) => record.required && record.status !== 'verified');
  const wrong = open.filter(isWrong);
  const host = hostName(dns_host.provider);
  const verb = wrong.some((record) => record.status === 'mismatch') ? 'Fix' : 'Publish';
  const mayWrite = may(input, ['domains:write']);
  const publish = (
    <>
      <OwnGuide provider={dns_host.provider} />
      {mayWrite && dns_host.apply && (
        <p>
          Or let Mailwright <a href={`/domains/${id}/apply`}>write the records for you</a>.
        </p>
      )}
    </>
  );
  if (status === 'verified') {
    const optional = records.filter((record) => !record.required && isWrong(record));
    const use = sending_enabled ? 'Ready to send' : 'Ready to receive';
    return (
      <Banner tone="good" title={<Title text={use} status={status} />}>
        <p>
          {sending_enabled ? (
            <>You can send email from every address at {outside(name)}. </>
          ) : inbound_enabled ? (
            <>Email to every address at {outside(name)} appears under Received. </>
          ) : (
            mayWrite && <>To receive email, turn on “Receive email” in the settings below. </>
          )}
          {optional.length > 0 &&
            `Publishing ${optional.map(({ purpose }) => labels[purpose]).join(' and ')} is optional, but improves delivery.`}
        </p>
      </Banner>
    );
  }
  if (status === 'pending' && wrong.length === 0)
    return (
      <Banner tone="wait" title={<Title text="Waiting for the next check" status={status} />}>
        <p>
          Publish the records below{host && <> at {outside(host)}</>}
          {mayWrite ? ', then select Check now. Mailwright also checks' : '. Mailwright checks'} them every
          few minutes.
        </p>
        {publish}
      </Banner>
    );
  if (status === 'pending')
    return (
      <Banner
        tone="wait"
        title={
          <Title text={`${verb} ${countOf(wrong.length)}${host ? ` at ${host}` : ''}`} status={status} />
        }
      >
        <p>
          Copy each name and value below to your DNS host. Then{' '}
          {mayWrite ? 'select Check now, or wait' : 'wait'} for the next automatic check.
        </p>
        {publish}
      </Banner>
    );
  return (
    <Banner tone="bad" title={<Title text={`Fix ${countOf(open.length)}`} status={status} />}>
      <p>
        {status === 'failing'
          ? 'A record is no longer correct. You can still send for up to 72 hours after the first failed check.'
          : 'You can’t send from this domain until its required records are correct.'}{' '}
        Correct the records below{mayWrite && ', then select Check now'}.
      </p>
      {publish}
    </Banner>
  );
}
