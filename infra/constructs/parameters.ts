import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

const parameterName = ({ stage }: Config, name: string) => `/mailwright/${stage}/${name}`;

/**
 * Publishes this stack's values to stacks deployed after it. CloudFormation exports would prevent replacing a
 * resource while the other stack exists.
 */
export function publishParameters(scope: Construct, config: Config, values: Record<string, string>): void {
  for (const [name, stringValue] of Object.entries(values))
    new StringParameter(scope, `${name}-parameter`, {
      parameterName: parameterName(config, name),
      stringValue,
    });
}

/** A value that another stack published, read at each deploy. */
export function readParameter(scope: Construct, config: Config, name: string): string {
  return StringParameter.valueForStringParameter(scope, parameterName(config, name));
}
