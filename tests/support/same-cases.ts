/**
 * Generated cases are the same in every run, so that a run fails for what was changed and never by
 * chance. `FUZZ_SEED=<number>` looks at others.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_121) });
