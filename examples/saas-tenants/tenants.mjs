// A product whose customers send from their own domains: each is a tenant with its own domain, limit and switch.
import { isMailwrightError, Mailwright, NotFoundError } from '@mailwright/sdk';

const mailwright = new Mailwright();

/** Safe to repeat: what exists already is used. */
async function findOr(find, create) {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return create();
  }
}

/** The customer with its domain; the DNS records that the customer has to publish. */
async function signUp(external_id, name) {
  const tenant = await findOr(
    () => mailwright.tenants.get(external_id),
    () => mailwright.tenants.create({ external_id, daily_limit: 1000 }),
  );
  const domain = await findOr(
    () => mailwright.domains.get(name),
    () => mailwright.domains.create({ name, tenant: external_id }),
  );
  return {
    tenant: tenant.id,
    status: domain.status,
    records: domain.records.map(({ type, host, value }) => `${host} ${type} ${value}`),
  };
}

/** An email of this customer's product to one of its own users; a job that comes twice is one email. */
async function notify(external_id, name, to, job) {
  const email = {
    tenant: external_id,
    from: `notices@${name}`,
    to,
    subject: 'Your report is ready',
    text: 'Read it in your account.',
  };
  return mailwright.emails.send(email, { idempotencyKey: `${external_id}-${job}` });
}

const commands = {
  'sign-up': (tenant, domain) => signUp(tenant, domain),
  notify: (tenant, domain, to, job) => notify(tenant, domain, to, job),
  pause: (tenant) => mailwright.tenants.update(tenant, { status: 'paused' }),
  resume: (tenant) => mailwright.tenants.update(tenant, { status: 'active' }),
  stats: (tenant) => mailwright.tenants.stats(tenant),
};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`usage: node tenants.mjs ${Object.keys(commands).join('|')} TENANT [DOMAIN] [TO] [JOB]`);
  process.exit(2);
}
try {
  console.log(JSON.stringify(await command(...args)));
} catch (error) {
  if (!isMailwrightError(error)) throw error;
  console.error(`${error.name}: ${error.message}`);
  process.exitCode = 1;
}
