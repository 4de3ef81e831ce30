import type { Role } from '@portal/contract'
import type { Marks } from '#federation/federation.queries.ts'

/** The person behind a request's cookie. */
export interface SignedIn {
  /** SHA-256 of the session's token: names the session without opening it. */
  sessionHash: string
  pid: string
  name: string
  email: string
  /** Null for people whose role was not granted yet. */
  role: Role | null
  org: { pid: string; title: string } | null
  /** When the person last proved who they are. */
  verifiedAt: Date
  /** What decides over modules, read with the session so that no call asks twice. */
  marks: Marks
}
