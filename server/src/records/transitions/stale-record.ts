import { Refusal } from '@portal/contract'
import { z } from 'zod'

/** The refusal of a step by somebody who saw another version; `record` is what stands now, as JSON text. */
export function staleRecord(record: string): Refusal {
  const current = z.record(z.string(), z.unknown()).parse(JSON.parse(record))
  return new Refusal('version-conflict', 'Somebody saved this record in between.', { current })
}
