import { RemovalPolicy } from 'aws-cdk-lib';
import type { Config } from '../config.ts';

/**
 * What becomes of data when its stack goes: a stage that protects data keeps it, but for what a failed first
 * deploy leaves behind, so that the deploy can be repeated (P2).
 */
export const removalOf = ({ deletionProtection }: Config): RemovalPolicy =>
  deletionProtection ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
