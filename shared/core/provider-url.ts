/** The default addresses of the providers' APIs. A deployment can override them. */
export const providerUrls = {
  sendgrid_us: 'https://api.sendgrid.com',
  sendgrid_eu: 'https://api.eu.sendgrid.com',
  postmark: 'https://api.postmarkapp.com',
  mailgun_us: 'https://api.mailgun.net',
  mailgun_eu: 'https://api.eu.mailgun.net',
} as const;

/** How many seconds one import request works, by default. */
export const importSlice_s = 25;

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a URL may receive a customer's key: https, or http to this machine. No blanks, user, query, or
 * fragment.
 */
export function isProviderUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}
