import { Refusal } from '@portal/contract'
import { z } from 'zod'

/**
 * The 409 for a caller who saw another version, with this sentence; `record` is the current record as JSON
 * text.
 */
export function staleRecord(record: string, sentence = 'This record was changed by someone else.'): Refusal {
  const current = z.record(z.string(), z.unknown()).parse(JSON.parse(record))
  return new Refusal('version-conflict', sentence, { current })
}
