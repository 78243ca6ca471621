import type { Rotation } from '../../domain/context.ts';
import type { Family } from './compose.ts';

/** The deployment's secrets, as the operator sees them. */
export const rotation: Family<Rotation> = ({ secrets }) => ({
  deployment_secrets: { rotate: () => secrets.rotate() },
});
