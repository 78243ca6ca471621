/** The result of an AWS call. Null if it fails with one of these errors, which mean "not found". */
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
