import { z } from 'zod'

/** A whole number from 1 to the largest, as it stands in the query of an address. */
export const wholeNumber = (largest: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(largest))
