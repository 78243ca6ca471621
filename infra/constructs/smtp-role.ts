import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { smtpTask } from '../functions.ts';
import { grantAll, type Resources } from './grants.ts';

/**
 * The role of the SMTP task (R66). It is in the Core stack, next to the resources that it gives rights to; the SMTP
 * stack finds it by its ARN.
 */
export function makeSmtpRole(scope: Construct, resources: Resources): Role {
  // ECS lends it to tasks of this account only.
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  const assumedBy = new ServicePrincipal('ecs-tasks.amazonaws.com', { conditions });
  const role = new Role(scope, 'SmtpRole', { assumedBy });
  grantAll(role, smtpTask, resources);
  const { smtpCertificate: certificate } = resources.config;
  if (certificate) {
    const isAcm = certificate.split(':')[2] === 'acm';
    const actions = [isAcm ? 'acm:ExportCertificate' : 'secretsmanager:GetSecretValue'];
    role.addToPolicy(new PolicyStatement({ actions, resources: [certificate] }));
  }
  return role;
}
