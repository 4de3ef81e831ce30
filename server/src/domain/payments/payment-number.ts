import { z } from 'zod'

/** The number of a payment in a row; empty for one without a number. */
export const PaymentNumber = z
  .string()
  .nullable()
  .transform((number) => number ?? '')
