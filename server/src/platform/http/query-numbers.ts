import { z } from 'zod'

/** Schema of a query parameter that is a whole number from 1 to `largest`. */
export const wholeNumber = (largest: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(largest))
