/** SES's Message-ID as the recipient sees it, of the `id` that SES answered. */
export function sesMessageId(region: string, id: string): string {
  return `<${id}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
}
