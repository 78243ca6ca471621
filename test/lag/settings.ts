/** How many writes in a hundred meet another transaction. */
export const conflicts = { transactions: 0.05, single: 0.02 };
