import { useDeployedStack } from './api.ts';

/** Import this before a suite of test/api to send that suite's requests to the deployed stack. */
useDeployedStack();
