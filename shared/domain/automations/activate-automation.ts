import { fromDomain } from '../../core/addresses.ts';
import { AppError, type Issue, invalid } from '../../core/errors.ts';
import type { Automation, SendEmailStep, Step } from '../../core/records/automations.ts';
import { canSend } from '../../core/records/domains.ts';
import type { Id } from '../../core/runtime.ts';
import type { Automations, Base, Caller, Domains, Resolving, Templates, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { isTemplateName } from '../templates/get-template.ts';
import { checkFromDomains, checkTenantSteps, stepsOf, urlFaults } from './definition-rules.ts';
import { type OpenAutomation, reviseAutomation } from './get-automation.ts';

type Ctx = Base & Automations & Domains & Resolving & Templates & Tenants;

/** How many automations one event may start. */
const max_triggers = 50;

type Found = { issues: Issue[]; template: Id<'tpl'> | null };

function conflict(path: string, message: string): Issue {
  return { path, rule: 'conflict', message: `${path}: ${message}` };
}

/** A step's template, which must be published. */
async function findTemplate(ctx: Ctx, caller: Caller, step: SendEmailStep, path: string): Promise<Found> {
  if (step.template === undefined) return { issues: [], template: null };
  const { id } = step.template;
  const template = isTemplateName(id) ? await ctx.templates.get(caller.account.id, id) : null;
  if (template?.published) return { issues: [], template: template.id };
  const message = template === null ? 'unknown template' : 'the template is not published';
  return { issues: [conflict(`${path}.template`, message)], template: null };
}

/** The tenant that a step names literally. References are resolved when the email is sent. */
async function findTenant(ctx: Ctx, caller: Caller, step: SendEmailStep, path: string) {
  const literal = step.tenant !== undefined && !step.tenant.includes('{{') ? step.tenant : null;
  const tenant = literal === null ? null : await ctx.tenants.find(caller.account.id, literal);
  const unknown = literal !== null && tenant === null;
  return { tenant, issues: unknown ? [conflict(`${path}.tenant`, 'unknown tenant')] : [] };
}

type Of = { path: string; tenant: Id<'ten'> | null };

/**
 * Checks a step's from-domain. It must be the sandbox's, or a verified domain of the account that no other
 * tenant owns.
 */
async function domainFaults(ctx: Ctx, caller: Caller, { from }: SendEmailStep, of: Of): Promise<Issue[]> {
  const { path, tenant } = of;
  const name = fromDomain(from);
  if (name === ctx.settings.sandbox_domain) return [];
  const found = (await ctx.domains.read(name))?.domain;
  const own = found?.account === caller.account.id ? found : null;
  if (own === null || !canSend(own)) return [conflict(`${path}.from`, `the domain ${name} is not verified`)];
  const foreign = tenant !== null && own.tenant !== null && own.tenant !== tenant;
  return foreign ? [conflict(`${path}.from`, `the domain ${name} belongs to another tenant`)] : [];
}

async function checkEmailStep(ctx: Ctx, caller: Caller, step: SendEmailStep, path: string): Promise<Found> {
  const [{ issues, template }, owner] = await Promise.all([
    findTemplate(ctx, caller, step, path),
    findTenant(ctx, caller, step, path),
  ]);
  const faults = await domainFaults(ctx, caller, step, { path, tenant: owner.tenant?.id ?? null });
  return { issues: [...issues, ...faults, ...owner.issues], template };
}

/**
 * Reports all errors together. Returns the templates that the steps use. Throws 400 and 503 not_configured.
 */
async function checkActivation(ctx: Ctx, caller: Caller, steps: readonly Step[]): Promise<Id<'tpl'>[]> {
  const [emails, urls] = await Promise.all([
    Promise.all(
      stepsOf(steps, 'send_email').map(({ step, index }) =>
        checkEmailStep(ctx, caller, step, `steps[${index}]`),
      ),
    ),
    urlFaults(ctx, steps),
  ]);
  const blocked = urls.map((issue): Issue => ({ ...issue, rule: 'conflict' }));
  const issues = [...emails.flatMap((one) => one.issues), ...blocked];
  if (issues.length > 0) throw invalid(issues);
  if (ctx.settings.sms.provider === 'none' && steps.some(({ type }) => type === 'send_sms'))
    throw new AppError(
      'not_configured',
      'Text messages are unavailable: this deployment has no SMS provider',
    );
  return emails.flatMap(({ template }) => (template === null ? [] : [template]));
}

function activated(automation: Automation, at: string): Automation {
  const { digest, revision, version } = automation;
  const isNew = automation.activated?.digest !== digest;
  return {
    ...automation,
    status: 'active',
    version: isNew ? version + 1 : version,
    activated: { digest, revision },
    activated_at: at,
    updated_at: at,
  };
}

/**
 * Activates an automation, so events start runs from now on. An active automation stays unchanged. Throws 400
 * with one issue per error, 403, 409 trigger_limit, or 503 not_configured, and changes nothing in those
 * cases.
 */
export async function activateAutomation(ctx: Ctx, caller: Caller, id: string): Promise<OpenAutomation> {
  requireScope(caller, ['automations:write']);
  return reviseAutomation<{ next: Automation; templates: Id<'tpl'>[] }>(
    ctx,
    caller,
    id,
    async ({ automation, definition }, at) => {
      if (automation.status === 'active') return null;
      await checkTenantSteps(ctx, caller, definition.steps);
      checkFromDomains(caller, definition.steps);
      const templates = await checkActivation(ctx, caller, definition.steps);
      return { next: activated(automation, at), templates };
    },
    async (seen, { next, templates }) => {
      const result = await ctx.automations.activate({ seen, next }, { templates, limit: max_triggers });
      if (result === 'trigger_limit')
        throw new AppError('conflict', `At most ${max_triggers} active automations per event`, {
          details: { reason: 'trigger_limit', limit: max_triggers },
        });
      if (result === 'saved')
        ctx.log.info('automation_activated', { account: next.account, automation_id: next.id });
      return result === 'saved';
    },
  );
}
