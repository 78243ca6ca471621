import type { ContextValues } from './context-values.ts';

/** The SMTP relay of a deployment (R61-R70). */
export type SmtpConfig = {
  /** `stack`: a Fargate task behind a balancer. `role`: a task that runs elsewhere, in the role that Core makes. */
  runs: 'stack' | 'role';
  /** Name that clients connect to and that the certificate is for (R63). */
  host: string;
  tasks: { min: number; max: number };
};

/** The relay as the context configures it; undefined: the deployment has none. */
export function smtpOf({ smtp, smtpHost, smtpTasks, serviceDomain }: ContextValues): SmtpConfig | undefined {
  if (smtp === 'false') return undefined;
  const host = smtpHost ?? (serviceDomain && `smtp.${serviceDomain}`);
  if (!host)
    throw new Error('context smtp needs serviceDomain, or smtpHost: the name that clients connect to');
  const [min = 0, max = 0] = smtpTasks.split('-').map(Number);
  return { runs: smtp === 'role' ? 'role' : 'stack', host, tasks: { min, max } };
}

/** The receiver of mail; by default the SMTP task's, where there is one (R58). Throws where it has no task or no domain. */
export function inboundOf(
  { inbound, serviceDomain }: ContextValues,
  smtp: SmtpConfig | undefined,
): 'smtp' | 'ses' | 'off' {
  if (inbound === 'smtp' && !smtp)
    throw new Error('context inbound=smtp needs -c smtp=true: the receiver is a part of the SMTP task');
  if (inbound === 'ses' && !serviceDomain)
    throw new Error(
      'context inbound=ses needs serviceDomain: domains of customers cannot be verified without it',
    );
  return inbound ?? (smtp ? 'smtp' : 'off');
}
