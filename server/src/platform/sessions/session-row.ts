import type { SessionUser } from './session-user.ts'

/** A session with its user, as the database returns it. */
export interface SessionRow {
  token_hash: string
  stage: SessionUser['stage']
  method: string
  is_request: boolean
  last_seen_at: Date
  verified_at: Date
  pid: string
  name: string | null
  email: string | null
  role: string | null
  org: string | null
  org_role: string | null
  org_title: string | null
  time_zone: string | null
  locale: string | null
  activation: number
  configuration: number | null
  fingerprint: string
}

/** Reads a session; concurrent reads share one statement. */
export type SessionReader = (tokenHash: string, now: Date) => Promise<SessionRow | undefined>
