/** Attempts may use an endpoint read up to a second ago, which saves reads for busy endpoints (E24). */
export const endpoint_age_ms = 1_000;
