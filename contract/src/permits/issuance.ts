import { z } from 'zod'
import { invalid } from '../problem.ts'
import { storableText } from '../query/values.ts'
import type { RecordValues } from '../query/writes.ts'
import { LocalDate } from '../time.ts'

/** Facts that an authority sets when it issues a permit. Source: contract.md 11.3. */
export const issuanceFields = ['authorityNumber', 'issuedDate', 'expiryDate'] as const
export type IssuanceField = (typeof issuanceFields)[number]

/** Body of a `PATCH` that corrects these facts of an issued permit. Administrators only, with a reason. */
export const IssuanceCorrection = z.strictObject({
  authorityNumber: storableText(200).nullable().optional(),
  issuedDate: LocalDate.optional(),
  expiryDate: LocalDate.optional(),
  reason: storableText(1_000).nullish(),
  version: z.int().min(1).max(2_147_483_647).optional(),
})
export type IssuanceCorrection = z.infer<typeof IssuanceCorrection>

const corrected: readonly string[] = [...issuanceFields, 'reason', 'version']

/**
 * Whether a patch is an issuance correction: it contains only issuance facts, or a reason, which no other
 * patch accepts.
 */
export function isIssuanceCorrection(body: RecordValues): boolean {
  const names = Object.keys(body)
  if (!names.every((name) => corrected.includes(name))) return false
  return Object.hasOwn(body, 'reason') || issuanceFields.some((name) => Object.hasOwn(body, name))
}

interface IssuanceDates {
  issuedDate: unknown
  expiryDate: unknown
}

/** The error in the dates of an issuance; null when they are consistent. */
export function issuanceProblem(
  { issuedDate, expiryDate }: IssuanceDates,
  today: LocalDate,
): { field: IssuanceField; sentence: string } | null {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const [issued, expiry] = [text(issuedDate), text(expiryDate)]
  if (issued !== null && issued > today)
    return {
      field: 'issuedDate',
      sentence: 'The issue date is in the future. Enter the date on the permit.',
    }
  if (issued !== null && expiry !== null && expiry <= issued)
    return {
      field: 'expiryDate',
      sentence: 'The expiration date is not after the issue date. Enter a later date.',
    }
  return null
}

/** Throws a 400 refusal that names the invalid date. */
export function requireIssuanceDates(dates: IssuanceDates, today: LocalDate): void {
  const problem = issuanceProblem(dates, today)
  if (problem !== null) throw invalid(`body.${problem.field}`, 'out-of-range', problem.sentence)
}
