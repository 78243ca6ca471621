import fc from 'fast-check';

// The same cases in every run, so that a failed run can be repeated. FC_SEED=<number> tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20261121) });
