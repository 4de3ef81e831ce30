import { z } from 'zod'

/** A session with its user, as the database returns it. */
export const SessionRow = z.object({
  token_hash: z.string(),
  stage: z.enum(['full', 'pre']),
  method: z.string(),
  is_request: z.boolean(),
  last_seen_at: z.date(),
  verified_at: z.date(),
  pid: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  org: z.string().nullable(),
  org_role: z.string().nullable(),
  org_title: z.string().nullable(),
  time_zone: z.string().nullable(),
  locale: z.string().nullable(),
  activation: z.number(),
  configuration: z.number().nullable(),
  fingerprint: z.string(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** Reads a session; concurrent reads share one statement. */
export type SessionReader = (tokenHash: string, now: Date) => Promise<SessionRow | undefined>
