import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings.ts';

/** A URL's host in one form: no brackets or final dots, and one name for every loopback address. */
function hostOf({ hostname }: URL): string {
  let host = hostname.replace(/^\[|\]$/g, '');
  while (host.endsWith('.')) host = host.slice(0, -1);
  const isLoopback = ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
  return isLoopback || host.endsWith('.localhost') ? 'localhost' : host;
}

/** A port in the deployment's own URL distinguishes the deployment from other servers on the same machine. */
const isSame = (own: URL, url: URL): boolean =>
  hostOf(own) === hostOf(url) && (own.port === '' || own.port === url.port);

/** Whether a checked URL points to this deployment, where a run could restart itself forever. */
export function isOwnHost(settings: Settings, text: string): boolean {
  const { base_url, tracking_url, dashboard_url, service_domain } = settings;
  const url = new URL(text);
  const zone = service_domain === null ? [] : [service_domain, `api.${service_domain}`];
  const own = [base_url, dashboard_url, ...(tracking_url ? [tracking_url] : [])];
  return zone.includes(hostOf(url)) || own.some((one) => isSame(new URL(one), url));
}
