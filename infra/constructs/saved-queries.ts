import type { Stack } from 'aws-cdk-lib';
import { LogGroup, QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import type { Config } from '../config.ts';

const ids = ['request_id', 'email_id', 'event_id', 'delivery_id', 'run_id'];
const outcome = ['outcome', 'reason', 'event_type', 'status_code', 'error', 'code'];

/** In a `trace-` query, the reader completes the id. The text also matches inside lists of ids. */
const queries: Record<string, ConstructorParameters<typeof QueryString>[0]> = {
  'trace-email': {
    fields: ['@timestamp', 'message', ...ids, ...outcome],
    filterStatements: ["@message like 'msg_'"],
    sort: '@timestamp asc',
    limit: 1000,
  },
  'trace-request': {
    fields: ['@timestamp', 'message', ...ids, 'method', 'route', 'status', 'code', 'cause', 'ms'],
    filterStatements: ["@message like 'req_'"],
    sort: '@timestamp asc',
    limit: 1000,
  },
  'slow-requests': {
    fields: ['@timestamp', 'method', 'route', 'status', 'ms', 'account', 'request_id'],
    filterStatements: ["message = 'request'", 'ms > 1000'],
    sort: 'ms desc',
    limit: 100,
  },
  'refused-by-code': {
    filterStatements: ["message in ['request', 'smtp_message']", 'ispresent(code)'],
    statsStatements: ['count() as requests, count_distinct(account) as accounts by code, route'],
    sort: 'requests desc',
  },
};

/** A stage's saved Logs Insights queries, over the logs of all functions and the SMTP task. */
export function makeQueries(scope: Stack, config: Config): void {
  const logGroups = scope.node.children.filter(
    (child): child is LogGroup => child instanceof LogGroup && child.node.id.endsWith('-log'),
  );
  for (const [name, query] of Object.entries(queries))
    new QueryDefinition(scope, `query-${name}`, {
      queryDefinitionName: `mailwright-${config.stage}/${name}`,
      queryString: new QueryString(query),
      logGroups,
    });
}
