import { z } from 'zod'
import { Instant } from '../time.ts'

/** Query of `GET /{collection}/{pid}?asOf=`: the record as it was at a past time. */
export const AsOfQuery = z.looseObject({ asOf: Instant })

/** What that response has beside the record: the time, and the fields that changed since. */
export const AsOf = z.object({ asOf: z.string(), changedSince: z.array(z.string()) })
export type AsOf = z.infer<typeof AsOf>
