/** The answer to a call of AWS; null where the call fails with one of these errors: there is no such thing. */
export async function unlessMissing<Answer>(
  asked: Promise<Answer>,
  ...errors: string[]
): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && errors.includes(error.name)) return null;
    throw error;
  }
}
