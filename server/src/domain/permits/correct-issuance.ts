import {
  IssuanceCorrection,
  Refusal,
  invalid,
  isAdministrator,
  isIssuanceCorrection,
  issuanceFields,
  refusalOf,
  requireIssuanceDates,
} from '@portal/contract'
import type { RecordOf, RecordValues, collections } from '@portal/contract'
import type { Correction } from '#engine/modules/collection-rules.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

/**
 * Reads a patch of a decided permit as a correction of its permit number and dates; null if it is not one.
 * Throws 403 unless the actor is an administrator, 409 if the permit was never issued, 400 naming the field.
 * Source: contract.md 11.3.
 */
export function readIssuanceCorrection(
  { actor, today }: WriteContext,
  before: RecordOf<typeof collections.processed>,
  body: RecordValues,
): Correction | null {
  const isExplained = Object.hasOwn(body, 'reason')
  if (!isIssuanceCorrection(body) || (!isExplained && !isAdministrator(actor.role))) return null
  if (!isAdministrator(actor.role))
    throw new Refusal(
      'forbidden',
      'Only administrators can correct the permit number and dates of an issued permit.',
    )
  if (before.issuedDate === null) {
    const sentence = 'This permit was not issued, so there is no permit number or date to correct.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const parsed = IssuanceCorrection.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { reason, version, ...given } = parsed.data
  if (!reason) throw invalid('body.reason', 'required', 'body.reason: enter a reason for the correction')
  const values: RecordValues = Object.fromEntries(
    issuanceFields.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name] || null]])),
  )
  requireIssuanceDates({ issuedDate: before.issuedDate, expiryDate: before.expiryDate, ...values }, today)
  return { values, reason, version }
}
