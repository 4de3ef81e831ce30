import { Refusal } from '@portal/contract'
import { z } from 'zod'

/**
 * The refusal of somebody who saw another version, in these words; `record` is what stands now, as JSON text.
 */
export function staleRecord(record: string, sentence = 'Somebody saved this record in between.'): Refusal {
  const current = z.record(z.string(), z.unknown()).parse(JSON.parse(record))
  return new Refusal('version-conflict', sentence, { current })
}
