import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
  type TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../config.ts';
import type { Resources } from './grants.ts';

/** Alarms by id. An alarm's section in docs/operations/alarms.md is `alarm-<id>`. */
export type Alarms = Record<string, AlarmSpec>;

export type AlarmSpec = {
  /** One sentence for the alarm's mail. */
  means: string;
  metric: IMetric;
  /** Alarms above this value. */
  threshold: number;
  /** Consecutive periods, 1 by default. */
  periods?: number;
  missing?: TreatMissingData;
};

export type Watched = {
  config: Config;
  resources: Resources;
  api: HttpApi;
  /** The origin of dashboard and documentation. */
  origin: string;
  count: IFunction;
};

export const ours = ({ stage }: Config, metricName: string, options: MetricOptions): Metric =>
  new Metric({ namespace: 'Mailwright', metricName, dimensionsMap: { stage }, ...options });

/** 1 while nothing is reported, else 0. */
export const unreported = (reports: Metric): MathExpression =>
  new MathExpression({
    expression: 'IF(FILL(reports, 0) < 1, 1, 0)',
    usingMetrics: { reports },
    period: Duration.minutes(5),
  });
