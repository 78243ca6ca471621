import { Duration, Validations } from 'aws-cdk-lib';
import { CorsHttpMethod, HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/** The HTTP API without its routes: the functions need its endpoint before the routes need them. */
export function makeApi(scope: Construct, config: Config): HttpApi {
  const api = new HttpApi(scope, 'Api', {
    apiName: `mailwright-${config.stage}`,
    corsPreflight: {
      allowOrigins: ['*'],
      allowMethods: [CorsHttpMethod.ANY],
      allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'x-request-id'],
      exposeHeaders: [
        'x-request-id',
        'ratelimit-limit',
        'ratelimit-remaining',
        'ratelimit-reset',
        'retry-after',
      ],
      maxAge: Duration.hours(1),
    },
  });
  Validations.of(api).acknowledge(
    { id: 'AwsSolutions-APIG1', reason: 'Every function writes one structured line per request.' },
    { id: 'AwsSolutions-APIG4', reason: 'The functions check API keys, scopes and tenants themselves.' },
  );
  return api;
}

/** Sends the paths of a function's row to it: the path itself and everything under it. */
export function addRoutes(api: HttpApi, name: string, fn: IFunction, routes: string[]): void {
  const integration = new HttpLambdaIntegration(`${name}-integration`, fn);
  for (const route of routes) {
    if (route === '$default') {
      new HttpRoute(api, 'default', { httpApi: api, routeKey: HttpRouteKey.DEFAULT, integration });
    } else {
      api.addRoutes({ path: route, methods: [HttpMethod.ANY], integration });
      api.addRoutes({ path: `${route}/{proxy+}`, methods: [HttpMethod.ANY], integration });
    }
  }
}
