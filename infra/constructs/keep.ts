import { RemovalPolicy } from 'aws-cdk-lib';
import type { Config } from '../config.ts';

/**
 * The treatment of data when its stack is deleted: a stage that protects data keeps it, except for what a failed first
 * deploy leaves behind, so that the deploy can be repeated (P2).
 */
export const removalOf = ({ deletionProtection }: Config): RemovalPolicy =>
  deletionProtection ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
