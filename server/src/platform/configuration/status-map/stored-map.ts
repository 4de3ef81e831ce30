import { StatusRow } from '@portal/contract'
import { z } from 'zod'

/** The statuses of a map or of a draft as they are stored, with what is derived of them. */
export const StoredStatuses = z.array(
  z.object({
    ...StatusRow.shape,
    order: z.number(),
    system: z.boolean(),
    terminal: z.boolean(),
    locksFields: z.boolean(),
  }),
)

/** A publication of the map. `moved` maps removed statuses to their replacements. */
export const StoredMap = z.object({
  number: z.number(),
  statuses: StoredStatuses,
  moved: z.record(z.string(), z.string()),
})
export type StoredMap = z.infer<typeof StoredMap>
