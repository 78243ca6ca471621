/**
 * Stands in for `@aws-sdk/endpoint-cache` in every Lambda bundle: the DynamoDB client makes one and no command
 * ever asks it, since DynamoDB's endpoints are not discovered (8 KB).
 */
export class EndpointCache {}
