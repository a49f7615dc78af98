/** Limits and initial values of the password generator. */

export const LENGTH = { min: 8, max: 128, initial: 16 } as const;
export const COUNT = { min: 1, max: 10, initial: 1 } as const;
export const WORDS = { min: 4, max: 12, initial: 6 } as const;
