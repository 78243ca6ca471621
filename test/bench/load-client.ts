import autocannon from 'autocannon';

/** Runs autocannon in its own process with the options in the argument, and prints the figures as JSON. */
const { latency, errors, non2xx } = await autocannon(JSON.parse(process.argv[2] ?? '{}'));
process.stdout.write(JSON.stringify({ failed: errors + non2xx, p50_ms: latency.p50, p99_ms: latency.p99 }));
