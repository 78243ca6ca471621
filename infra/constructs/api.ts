import { Duration, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnRoute,
  type CfnStage,
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  IpAddressType,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { makeLog } from './keep.ts';

/**
 * The HTTP API without routes: functions need its endpoint before routes need the functions. With a custom
 * domain its own endpoint is closed, so there is one way in with one set of limits.
 */
export function makeApi(scope: Construct, config: Config, { ownDomain }: { ownDomain: boolean }): HttpApi {
  const api = new HttpApi(scope, 'Api', {
    apiName: `mailwright-${config.stage}`,
    createDefaultStage: false,
    ipAddressType: IpAddressType.DUAL_STACK,
    disableExecuteApiEndpoint: ownDomain,
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
  const reason = 'The functions check API keys, scopes and tenants themselves.';
  Validations.of(api).acknowledge({ id: 'AwsSolutions-APIG4', reason });
  return api;
}

/** Routes a row's paths to its function: each path and everything under it. */
export function addRoutes(api: HttpApi, name: string, fn: IFunction, routes: string[]): HttpRoute[] {
  const integration = new HttpLambdaIntegration(`${name}-integration`, fn);
  return routes.flatMap((route) => {
    if (route === '$default')
      return new HttpRoute(api, 'default', { httpApi: api, routeKey: HttpRouteKey.DEFAULT, integration });
    return [route, `${route}/{proxy+}`].flatMap((path) =>
      api.addRoutes({ path, methods: [HttpMethod.ANY], integration }),
    );
  });
}

/**
 * The catch-all route changes its function last, so that paths keep working while they get their own route.
 */
export function orderRoutes(routes: HttpRoute[]): void {
  const isRest = ({ node }: HttpRoute) => node.id === 'default';
  const others = routes.filter((route) => !isRest(route));
  for (const rest of routes.filter(isRest)) rest.node.addDependency(...others);
}

/**
 * The access log: gateway responses without a function (429, 413, 503, 504) leave no other trace. It logs the
 * route, because the path may include a token. At most 250 bytes.
 */
const accessLog = JSON.stringify({
  id: '$context.requestId',
  ip: '$context.identity.sourceIp',
  route: '$context.routeKey',
  method: '$context.httpMethod',
  status: '$context.status',
  fn: '$context.integrationStatus',
  ms: '$context.responseLatency',
  bytes: '$context.responseLength',
  error: '$context.error.responseType',
});

/** The stage that serves the routes. Public routes have their own, lower limits. */
export function makeStage(scope: Construct, api: HttpApi, config: Config, open: HttpRoute[]): HttpStage {
  // With other names, each API adds to an account-wide resource policy limited to 5,120 characters (P56).
  const prefix = config.logGroupPrefix ?? '/aws/vendedlogs';
  const logGroup = makeLog(scope, config, 'access', { id: 'AccessLog', prefix });
  const stage = new HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: config.apiRate, burstLimit: config.apiBurst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(logGroup),
      format: AccessLogFormat.custom(accessLog),
    },
  });
  // CDK passes these names unchanged, and CloudFormation silently ignores unknown names.
  const settings = { ThrottlingRateLimit: config.publicRate, ThrottlingBurstLimit: config.publicBurst };
  const keys = open.map((route) => (route.node.defaultChild as CfnRoute).routeKey);
  const resource = stage.node.defaultChild as CfnStage;
  resource.routeSettings = Object.fromEntries(keys.map((key) => [key, settings]));
  // The gateway rejects settings for routes it doesn't know yet.
  stage.node.addDependency(...open);
  return stage;
}
