// Runs built functions as Lambda does, for the test that started this process.
process.on('message', async ({ id, bundle, event }) => {
  try {
    const { handler } = await import(bundle);
    process.send({ id, result: (await handler(event)) ?? null });
  } catch (error) {
    process.send({ id, error: String(error.stack) });
  }
});
process.on('disconnect', () => process.exit());
