import type { Html } from '../../../../shared/http/html.ts';

type Guide = {
  /** `dns_host.provider` of a domain at this host. */
  provider: string;
  name: string;
  page: string;
  /** The menus that lead to the form for a record. */
  path: readonly string[];
  tip: string;
};

/** Where to add a record at the most used DNS hosts. */
const guides: Guide[] = [
  {
    provider: 'cloudflare',
    name: 'Cloudflare',
    page: 'https://dash.cloudflare.com/',
    path: ['your domain', 'DNS', 'Records', 'Add record'],
    tip: 'For a CNAME, set the proxy status to “DNS only”.',
  },
  {
    provider: 'route53',
    name: 'Amazon Route 53',
    page: 'https://console.aws.amazon.com/route53/v2/hostedzones',
    path: ['Hosted zones', 'your domain', 'Create record'],
    tip: 'Put a TXT value in double quotes. Split a DKIM value into quoted parts of at most 255 characters.',
  },
  {
    provider: 'GoDaddy',
    name: 'GoDaddy',
    page: 'https://dcc.godaddy.com/control/portfolio',
    path: ['Domain Portfolio', 'your domain', 'DNS', 'Add New Record'],
    tip: 'Enter the name without your domain, because GoDaddy adds it.',
  },
  {
    provider: 'Namecheap',
    name: 'Namecheap',
    page: 'https://ap.www.namecheap.com/domains/list/',
    path: ['Domain List', 'Manage', 'Advanced DNS', 'Add New Record'],
    tip: 'Enter the host without your domain. MX records are under Mail Settings, Custom MX.',
  },
  {
    provider: 'Squarespace',
    name: 'Squarespace (formerly Google Domains)',
    page: 'https://account.squarespace.com/domains',
    path: ['Domains', 'your domain', 'DNS', 'DNS Settings', 'Custom records', 'Add record'],
    tip: 'Enter the host without your domain.',
  },
  {
    provider: 'IONOS',
    name: 'IONOS',
    page: 'https://my.ionos.com/domains',
    path: ['Domains & SSL', 'your domain', 'DNS', 'Add record'],
    tip: 'Enter the host name without your domain.',
  },
  {
    provider: 'OVH',
    name: 'OVHcloud',
    page: 'https://www.ovh.com/manager/',
    path: ['Web Cloud', 'Domain names', 'your domain', 'DNS zone', 'Add an entry'],
    tip: 'Enter the subdomain without your domain. End a CNAME’s target with a dot.',
  },
  {
    provider: 'Gandi',
    name: 'Gandi',
    page: 'https://admin.gandi.net/domain/',
    path: ['Domain', 'your domain', 'DNS Records', 'Add record'],
    tip: 'Enter the name without your domain. End a CNAME’s value with a dot.',
  },
  {
    provider: 'Hetzner',
    name: 'Hetzner',
    page: 'https://console.hetzner.com/',
    path: ['your project', 'DNS', 'your zone', 'Add record'],
    tip: 'Enter the name without your domain. End a CNAME’s value with a dot.',
  },
  {
    provider: 'digitalocean',
    name: 'DigitalOcean',
    page: 'https://cloud.digitalocean.com/networking/domains',
    path: ['Networking', 'Domains', 'your domain', 'Create new record'],
    tip: 'Enter the hostname without your domain. End a CNAME’s target with a dot.',
  },
];

const guideOf = (provider: string | null): Guide | undefined =>
  guides.find((guide) => guide.provider === provider);

/** A DNS host's name for readers. Unknown hosts keep the one that DNS showed. */
export const hostName = (provider: string | null): string | null => guideOf(provider)?.name ?? provider;

const Path = ({ path }: { path: readonly string[] }): Html => (
  <span class="path">
    {path.map((step, i) => (
      <>
        {i > 0 && <span class="soft"> › </span>}
        {step}
      </>
    ))}
  </span>
);

const GuideText = ({ guide: { page, name, path, tip } }: { guide: Guide }): Html => (
  <>
    At{' '}
    <a href={page} rel="noreferrer">
      {name}
    </a>
    , select <Path path={path} />. {tip}
  </>
);

/** Where to add records at a domain's DNS host. Empty for a host without a guide. */
export function OwnGuide({ provider }: { provider: string | null }): Html | null {
  const guide = guideOf(provider);
  return guide ? (
    <p>
      <GuideText guide={guide} />
    </p>
  ) : null;
}

/** Where to add records at the most used DNS hosts. */
export const DnsGuides = (): Html => (
  <details class="more-text">
    <summary>Where to add records at your DNS host</summary>
    <ul class="guides">
      {guides.map((guide) => (
        <li>
          <GuideText guide={guide} />
        </li>
      ))}
    </ul>
    <p class="soft">
      Many hosts append your domain to the name. If a name ends up with the domain twice, enter it without the
      domain.
    </p>
  </details>
);
