import { findField } from '@portal/contract'
import type { Declaration, ImportMapping, ImportResult } from '@portal/contract'
import type { FilePreview } from './import-calls.ts'

const numbers: ReadonlySet<string> = new Set(['money', 'decimal', 'integer'])

/** Columns that fill fields of numbers. */
function numberColumns(collection: Declaration, mapping: ImportMapping): string[] {
  return Object.entries(mapping).flatMap(([field, source]) =>
    typeof source === 'string' && numbers.has(findField(collection, field)?.type ?? '') ? source : [],
  )
}

/** One or two digits behind a comma, as in `1,50` and `1.200,00 €`; three are a group of thousands. */
const decimalComma = /\d,\d{1,2}(?!\d)/

/** Do the first numbers of the file look as if a comma stands before their decimals? */
export function samplesHaveComma(
  collection: Declaration,
  mapping: ImportMapping,
  { headers, samples }: FilePreview,
): boolean {
  const places = numberColumns(collection, mapping).map((column) => headers.indexOf(column))
  return places.some((place) => samples.some((row) => decimalComma.test(row[place] ?? '')))
}

/** Were numbers refused that look so? */
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
