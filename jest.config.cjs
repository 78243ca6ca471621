// ESM-only packages that jest (CommonJS) has to compile on the way in.
const esmOnly = [
  ...['htmlparser2', 'domhandler', 'domutils', 'dom-serializer', 'domelementtype', 'entities'],
  'oauth4webapi',
  'htmx.org',
];

const swcOf = (jsc) => ['@swc/jest', { jsc: { target: 'es2024', ...jsc }, module: { type: 'commonjs' } }];

const swc = swcOf({ parser: { syntax: 'typescript' } });

/** Components of pages. */
const swcJsx = swcOf({
  parser: { syntax: 'typescript', tsx: true },
  transform: { react: { runtime: 'automatic', importSource: 'hono/jsx' } },
});

/** Tests that measure, kill or pause what others share: one at a time, on a cloud that is theirs alone. */
const alone = '/test/(journeys/(?!one-email|counters)|(localstack|bounded)/)';

/** Those of them that need no cloud, or start their own. */
const own = '/test/(localstack/(?!admin|first-deploy|own-)|journeys/(doctor|kills))';

/** Deployments of another kind, the cost of parsers at their limits, findings of checkers: before a change lands. */
const landing = '/test/(journeys/(cdk-deploy|foreign-emulator)|bounded/bounded|infra/findings)';

/** Soaks that `npm run check` starts with a size. Loading one only to skip it takes a second. */
const soaks = '/test/journeys/(hanging|pause|waits)';
const isSoak = ['HANG_S', 'PAUSE_SENDS', 'DELAYS'].some((name) => process.env[name]);

/**
 * With MEMORY_TABLE they have a table in their process, or need none; not those that share the table with another
 * process, read its stream, or count their calls.
 */
const memory =
  '/test/(infra/|docs/|lint/|core/|http/|smtp/|dashboard/|sdk/|cli/|mcp/|examples/|store/counts-ahead|domain/(?!feedback/long-reasons)|api/(?!import-command|imports\\.(crashes|large)\\.|bundles\\.|runs\\.counts\\.|scheduling\\.limits\\.))';

const setup = ['<rootDir>/test/support/seed.ts', '<rootDir>/test/support/rsa-keys.ts'];

const project = (displayName, tests, ...without) => ({
  displayName,
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  testRegex: `${tests}.*\\.test\\.ts$`,
  testPathIgnorePatterns: ['/node_modules/', ...without],
  setupFiles: setup,
  setupFilesAfterEnv: [
    '<rootDir>/test/support/longer.ts',
    '<rootDir>/test/support/no-private-logs.ts',
    '<rootDir>/test/support/end-threads.ts',
    '<rootDir>/test/support/end-connections.ts',
  ],
  transform: {
    '(/assets/(app|palette)\\.(css|js)|/htmx\\.min\\.js)$': '<rootDir>/test/support/text-file.cjs',
    '\\.tsx$': swcJsx,
    '\\.[mc]?[jt]s$': swc,
  },
  // Packages of this repository are tested from their sources; test/sdk/packed.test.ts has them as they are published.
  moduleNameMapper: {
    '^@mailwright/sdk$': '<rootDir>/packages/sdk/src/index.ts',
    '^@mailwright/sdk/(webhooks|react-email|nodemailer)$': '<rootDir>/packages/sdk/src/$1.ts',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
});

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  // For hangs only, also on a busy machine; a test that waits for a state has a deadline of its own.
  testTimeout: 600_000,
  // Modules of test files that have ended stay in memory for a while.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...project('memory', memory, landing),
      setupFiles: process.env.MEMORY_TABLE
        ? [...setup, '<rootDir>/test/support/memory-table/install.ts']
        : setup,
    },
    project('table', '/test/', alone, memory),
    project('own', own, landing),
    project('alone', alone, own, landing, ...(isSoak ? [] : [soaks])),
    project('landing', landing),
  ],
};
