import { findField } from '@portal/contract'
import type { Declaration, ImportMapping, ImportResult } from '@portal/contract'
import type { FilePreview } from './import-calls.ts'

const numbers: ReadonlySet<string> = new Set(['money', 'decimal', 'integer'])

/** Columns that are mapped to number fields. */
function numberColumns(collection: Declaration, mapping: ImportMapping): string[] {
  return Object.entries(mapping).flatMap(([field, source]) =>
    typeof source === 'string' && numbers.has(findField(collection, field)?.type ?? '') ? source : [],
  )
}

/** One or two digits after a comma, as in `1,50` and `1.200,00 €`; three digits are a thousands group. */
const decimalComma = /\d,\d{1,2}(?!\d)/

/** True if sample numbers of the file seem to have a decimal comma. */
export function samplesHaveComma(
  collection: Declaration,
  mapping: ImportMapping,
  { headers, samples }: FilePreview,
): boolean {
  const places = numberColumns(collection, mapping).map((column) => headers.indexOf(column))
  return places.some((place) => samples.some((row) => decimalComma.test(row[place] ?? '')))
}

/** True if the server refused numbers with a decimal comma. */
export function refusesComma(
  collection: Declaration,
  mapping: ImportMapping,
  { reasons = [] }: ImportResult,
): boolean {
  const columns = new Set(numberColumns(collection, mapping))
  return reasons.some(
    ({ column, message }) => column !== undefined && columns.has(column) && decimalComma.test(message),
  )
}
