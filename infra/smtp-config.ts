import type { Node } from 'constructs';
import { domain, flagOr, oneOf, text } from './context.ts';

/** The SMTP relay of a deployment (R61-R70). */
export type SmtpConfig = {
  /** `stack`: a Fargate task behind a balancer. `role`: a task that runs elsewhere, in the role that Core makes. */
  runs: 'stack' | 'role';
  /** Name that clients connect to and that the certificate is for (R63). */
  host: string;
  /** ARN of a Secrets Manager secret or of an exportable ACM certificate; the task makes its own without one (R64). */
  certificate: string | undefined;
  tasks: { min: number; max: number };
  /** What the image of the task begins with, by digest (P48); the newest Node 24 without one. */
  baseImage: string | undefined;
};

/** What the context says of the relay; undefined: the deployment has none. Throws with the name of what is wrong. */
export function readSmtp(node: Node, serviceDomain: string | undefined): SmtpConfig | undefined {
  const runs = flagOr(node, 'smtp', 'role');
  const ownHost = domain(node, 'smtpHost');
  const certificate = readCertificate(text(node, 'smtpCertificate'));
  const tasks = readTasks(text(node, 'smtpTasks') ?? '1-10');
  const baseImage = readBaseImage(text(node, 'smtpBaseImage'));
  if (runs === false) return undefined;
  const host = ownHost ?? (serviceDomain && `smtp.${serviceDomain}`);
  if (!host)
    throw new Error('context smtp needs serviceDomain, or smtpHost: the name that clients connect to');
  return { runs: runs === 'role' ? 'role' : 'stack', host, certificate, tasks, baseImage };
}

/**
 * The door of received mail (R58): by default the receiver, where there is an SMTP task. Throws where the door that is
 * asked for has no task or no domain.
 */
export function readInbound(
  node: Node,
  { smtp, serviceDomain }: { smtp: SmtpConfig | undefined; serviceDomain: string | undefined },
): 'smtp' | 'ses' | 'off' {
  const asked = oneOf(node, 'inbound', [smtp ? 'smtp' : 'off', 'smtp', 'ses', 'off']);
  if (asked === 'smtp' && !smtp)
    throw new Error('context inbound=smtp needs -c smtp=true: the receiver is a part of the SMTP task');
  if (asked === 'ses' && !serviceDomain)
    throw new Error(
      'context inbound=ses needs serviceDomain: domains of customers cannot be verified without it',
    );
  return asked;
}

const kinds = [
  /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+$/,
  /^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
];

function readCertificate(arn: string | undefined): string | undefined {
  if (arn === undefined || kinds.some((kind) => kind.test(arn))) return arn;
  throw new Error('context smtpCertificate: the whole ARN of a Secrets Manager secret or an ACM certificate');
}

function readBaseImage(name: string | undefined): string | undefined {
  if (name === undefined || /^[a-z0-9][\w./:-]*@sha256:[0-9a-f]{64}$/.test(name)) return name;
  throw new Error('context smtpBaseImage: an image by its digest, name@sha256:…');
}

/** `2-6`: at least and at most so many tasks (R70). */
function readTasks(range: string): SmtpConfig['tasks'] {
  const [, min = 0, max = 0] = (/^(\d{1,2})-(\d{1,2})$/.exec(range) ?? []).map(Number);
  if (min < 1 || max > 10 || min > max) throw new Error('context smtpTasks: min-max, from 1-1 to 10-10');
  return { min, max };
}
