/** For `--testSequencer`: the files of groups in the order of their names, rather than by their sizes. */
module.exports = function InOrder() {
  return {
    sort: (tests) => tests.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    allFailedTests: (tests) => tests,
    cacheResults: () => {},
  };
};
