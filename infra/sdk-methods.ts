/**
 * The usual methods of a resource, with their HTTP method; `member`: on the path of one member, else on that of the
 * collection.
 */
const usual: Record<string, { method: string; member: boolean }> = {
  create: { method: 'POST', member: false },
  list: { method: 'GET', member: false },
  get: { method: 'GET', member: true },
  update: { method: 'PATCH', member: true },
  delete: { method: 'DELETE', member: true },
  act: { method: 'POST', member: true },
};

const resources: [name: string, member: string, methods: string][] = [
  ['emails', '/emails/{id}', 'list get update'],
  ['attachments', '/attachments/{id}', 'create'],
  ['domains', '/domains/{id}', 'create list get update delete act'],
  ['domains.claims', '/domains/claims/{id}', 'create get act'],
  ['suppressions', '/suppressions/{id}', 'create list get'],
  ['migrations', '/migrations/{id}', 'create list get'],
];

function requestsOf([resource, member, methods]: (typeof resources)[number]): [string, string][] {
  return methods.split(' ').map((name) => {
    const { method = '', member: ofOne } = usual[name] ?? {};
    return [`${method} ${ofOne ? member : member.replace(/\/[^/]+$/, '')}`, `${resource}.${name}`];
  });
}

/**
 * The method of the SDK that makes each request, which is `x-sdk` of its operation (D58). Requests of browsers, mail
 * programs and our own tools have none.
 */
export const sdkMethods: Readonly<Record<string, string>> = {
  ...Object.fromEntries(resources.flatMap(requestsOf)),
  'POST /emails': 'emails.send',
  'POST /emails/batch': 'emails.sendBatch',
  'POST /emails/{id}/resend': 'emails.resend',
  'GET /emails/{id}/events': 'emails.events',
  'GET /emails/{id}/recipients': 'emails.recipients',
  'POST /domains/{id}/rotate-dkim': 'domains.rotateDkim',
  'DELETE /domains/{id}/rotate-dkim': 'domains.cancelRotation',
  'DELETE /suppressions': 'suppressions.delete',
  'POST /suppressions/batch': 'suppressions.batch',
  'GET /suppressions/export': 'suppressions.export',
  'GET /opt-outs': 'optOuts.list',
  'DELETE /opt-outs': 'optOuts.delete',
  'POST /events': 'events.send',
  'GET /migrations/{id}/report': 'migrations.report',
  'GET /account': 'account.get',
  'GET /usage': 'usage.get',
  'GET /deliverability': 'deliverability.get',
  'GET /health': 'health.get',
  'GET /openapi.json': 'openapi.get',
};
