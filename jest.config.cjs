// ESM-only packages that jest (CommonJS) has to compile on the way in.
const esmOnly = [
  ...['htmlparser2', 'domhandler', 'domutils', 'dom-serializer', 'domelementtype', 'entities'],
  'oauth4webapi',
  'htmx.org',
];

const swc = [
  '@swc/jest',
  { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'commonjs' } },
];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  // For hangs only, also on a busy machine; a test that waits for a state has a deadline of its own.
  testTimeout: 600_000,
  setupFilesAfterEnv: [
    '<rootDir>/test/support/longer.ts',
    '<rootDir>/test/support/no-private-logs.ts',
    '<rootDir>/test/support/end-threads.ts',
    '<rootDir>/test/support/end-connections.ts',
  ],
  setupFiles: [
    '<rootDir>/test/support/seed.ts',
    '<rootDir>/test/support/rsa-keys.ts',
    ...(process.env.MEMORY_TABLE ? ['<rootDir>/test/support/memory-table/install.ts'] : []),
  ],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '(/assets/app\\.(css|js)|/htmx\\.min\\.js)$': '<rootDir>/test/support/text-file.cjs',
    '\\.[mc]?[jt]s$': swc,
  },
  extensionsToTreatAsEsm: [],
  // Packages of this repository are tested from their sources; test/sdk/packed.test.ts has them as they are published.
  moduleNameMapper: {
    '^@mailwright/sdk$': '<rootDir>/packages/sdk/src/index.ts',
    '^@mailwright/sdk/(webhooks|react-email|nodemailer)$': '<rootDir>/packages/sdk/src/$1.ts',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
};
