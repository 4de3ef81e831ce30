import { z } from 'zod'
import { LocalDate } from '../time.ts'

export const statementFormats = ['pdf', 'csv'] as const

/** Query of `GET /api/orgs/{pid}/statement`. Both days are part of the period. */
export const StatementQuery = z
  .strictObject({ from: LocalDate, to: LocalDate, format: z.enum(statementFormats) })
  .refine(({ from, to }) => from <= to, { message: 'must not be before from', path: ['to'] })
export type StatementQuery = z.infer<typeof StatementQuery>

/** What a line of a statement is about. */
export const statementKinds = [
  'charge',
  'payment',
  'feePaid',
  'billed',
  'refund',
  'writeOff',
  'voided',
] as const
export type StatementKind = (typeof statementKinds)[number]
