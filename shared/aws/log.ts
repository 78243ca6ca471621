import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from '../domain/context.ts';

/** One JSON line per outcome on stdout. */
export function powertoolsLog(): Log {
  const logger = new Logger({ serviceName: 'mailwright' });
  return {
    info: (message, fields = {}) => logger.info(message, fields),
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, fields = {}) => logger.error(message, fields),
  };
}
