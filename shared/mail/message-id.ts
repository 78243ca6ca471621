/** SES's Message-ID as the recipient sees it, from the `id` that SES returned. */
export function sesMessageId(region: string, id: string): string {
  return `<${id}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
}
