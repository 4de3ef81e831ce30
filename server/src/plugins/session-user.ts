import type { Language, OrgRole, Role, TimeZone } from '@portal/contract'
import type { SystemVersions } from '#federation/federation.queries.ts'

/** The person behind a request's cookie, or whoever waits for their request for access to be approved. */
export interface SessionUser {
  /** SHA-256 of the session's token: names the session without opening it. */
  sessionHash: string
  /** `pre`: a session without a role, in which a passkey is to be made or a request waits. */
  stage: 'full' | 'pre'
  /** How the session was opened: `demo`, `passkey`, `microsoft`, `link`, `recovery`, `sign-up`. */
  method: string
  /** True where `pid` is that of an access request, not of a person. */
  isRequest: boolean
  pid: string
  name: string
  email: string
  /** Null for people whose role was not granted yet, and in every session of stage `pre`. */
  role: Role | null
  org: { pid: string; title: string } | null
  /** A client's position in their organization. */
  orgRole: OrgRole | null
  /** The zone their days are counted in: their own, or the office's. */
  timeZone: TimeZone
  /** The zone they set; null where they set none. */
  ownTimeZone: TimeZone | null
  /** The language they set; null where they set none, and their browser's counts. */
  ownLanguage: Language | null
  /** When the person last proved who they are. */
  verifiedAt: Date
  /** What decides over modules, read with the session so that no call asks twice. */
  systemVersions: SystemVersions
  /**
   * What a call is judged by, as one text of the database's: where it stands unchanged, nothing about the
   * person has changed.
   */
  fingerprint: string
}
