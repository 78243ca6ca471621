/** How many writes in a hundred meet another transaction. */
export const conflicts = { transactions: 0.05, single: 0.02 };

/** For jest: room for the bounds that tests have of their own. */
export const patience = ['--testTimeout=120000', '--setupFilesAfterEnv=<rootDir>/test/lag/longer.ts'];
