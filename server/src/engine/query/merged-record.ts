import { Refusal, isMergedRecord } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { columnName } from '../sql/columns.ts'

/** Throws 409: what belongs to a record that was merged into another one is closed. */
export function refuseMerged(): never {
  const sentence = 'This record was merged into another one and can’t be changed.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** Throws 409 if the record of these values was merged into another one. */
export function requireUnmerged(declaration: Declaration, values: Readonly<Record<string, unknown>>): void {
  if (isMergedRecord(declaration, values)) refuseMerged()
}

/** Throws 409 if the record of this stored row was merged into another one. */
export function requireUnmergedRow(declaration: Declaration, row: Readonly<Record<string, unknown>>): void {
  const { mergedField } = declaration
  if (mergedField !== undefined) requireUnmerged(declaration, { [mergedField]: row[columnName(mergedField)] })
}
