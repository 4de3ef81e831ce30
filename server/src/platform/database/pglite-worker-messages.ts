import { z } from 'zod'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const WorkerRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exec'), id: z.number(), bytes }),
  z.object({ kind: z.literal('close'), id: z.number() }),
])
export type WorkerRequest = z.infer<typeof WorkerRequest>

/** Reply 0 reports that the database is open. */
export const WorkerReply = z.union([
  z.object({ id: z.number(), bytes }),
  z.object({ id: z.number(), failure: z.string() }),
])
export type WorkerReply = z.infer<typeof WorkerReply>
