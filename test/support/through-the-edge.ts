import { useDeployedStack } from './api.ts';

/** Imported before a suite of test/api, it sends that suite's requests to the deployed stack. */
useDeployedStack();
