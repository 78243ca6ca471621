import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Config } from '../config.ts';

/**
 * The alarm `cost` of D79 (docs/decisions/0029): a budget, since CloudWatch knows no forecast, and the estimated charges in
 * us-east-1 only. It counts the AWS account as a whole: a filter by tag finds nothing until its owner activates the tag.
 */
export function makeBudget(scope: Stack, config: Config, topic: Topic): void {
  const { alarmCost, stage } = config;
  if (alarmCost === undefined) return;
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
  // AWS forecasts after about five weeks of use: until then the costs themselves are compared.
  const notifications = ['FORECASTED', 'ACTUAL'].map((notificationType) => ({
    notification: {
      notificationType,
      comparisonOperator: 'GREATER_THAN',
      threshold: 100,
      thresholdType: 'PERCENTAGE',
    },
    subscribers,
  }));
  const budget = new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `mailwright-${stage}-cost`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: alarmCost, unit: 'USD' },
    },
    notificationsWithSubscribers: notifications,
  });
  // A budget whose topic does not let it publish is refused.
  budget.node.addDependency(topic);
}
