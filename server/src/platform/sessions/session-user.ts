import type { Language, OrgRole, Role, TimeZone } from '@portal/contract'
import type { SystemVersions } from '#platform/federation/federation.queries.ts'

/** The person of a session, or the author of a pending access request. */
export interface SessionUser {
  /** SHA-256 of the session's token. Identifies the session but gives no access. */
  sessionHash: string
  /** `pre`: a session without a role, for creating a passkey or waiting for an approval. */
  stage: 'full' | 'pre'
  /** How the session was opened: `demo`, `passkey`, `microsoft`, `link`, `recovery`, `sign-up`. */
  method: string
  /** True if `pid` is the pid of an access request, not of a person. */
  isRequest: boolean
  pid: string
  name: string
  email: string
  /** Null for people without a granted role, and in every session of stage `pre`. */
  role: Role | null
  org: { pid: string; title: string } | null
  /** A client's position in their organization. */
  orgRole: OrgRole | null
  /** The time zone for the person's days: their own setting, or the office's. */
  timeZone: TimeZone
  /** The person's time zone setting; null if not set. */
  ownTimeZone: TimeZone | null
  /** The person's language setting; null if not set, then the browser's language applies. */
  ownLanguage: Language | null
  /** Time of the last authentication. */
  verifiedAt: Date
  /** Versions that module switches depend on, read with the session to save a query. */
  systemVersions: SystemVersions
  /**
   * A text from the database that covers everything access decisions depend on. If it is unchanged, nothing
   * about the person has changed.
   */
  fingerprint: string
}
