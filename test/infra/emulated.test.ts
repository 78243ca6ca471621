import { emulatorContext } from '../../localstack/deploy.ts';
import { production, synthesize } from './templates.ts';

/** What MiniStack 1.5.33 takes: one type outside it and the whole template is refused. */
const emulated = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CertificateManager::Certificate',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::LogGroup',
  'AWS::Route53::RecordSet',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::ScheduleGroup',
];

test('with the context of the local deploy, the Core stack holds only what the local cloud takes', () => {
  const { Resources } = synthesize({ ...production, ...emulatorContext });
  const types = new Set(Object.values(Resources).map(({ Type }) => Type));
  expect([...types].filter((type) => !emulated.includes(type))).toEqual([]);
});
