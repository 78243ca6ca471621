import type { Queueing } from '../../domain/context.ts';
import { queuesOf } from '../queues.ts';
import type { Family } from './compose.ts';

/** The queues of the workers. */
export const queues: Family<Queueing> = ({ aws, config }) => ({ queues: queuesOf(aws, config) });
