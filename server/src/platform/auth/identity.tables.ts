import type { Language } from '@portal/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

type NullableText = ColumnType<string | null, string | null | undefined, string | null>

/** Exactly one of `user_pid` and `request_pid` is set: a person or an access request. */
interface Principal {
  user_pid: NullableText
  request_pid: NullableText
}

export interface SessionTable extends Principal {
  /** SHA-256 of the cookie's token, hexadecimal. The token itself is not stored. */
  token_hash: string
  /** Identifies the session in lists. It gives no access and does not change when the token is rotated. */
  id: string
  /** `pre`: no role until a passkey is created or the request is approved. */
  stage: 'full' | 'pre'
  created_at: Timestamp
  last_seen_at: Timestamp
  idle_expires_at: Timestamp
  expires_at: Timestamp
  /** Time of the last authentication. */
  verified_at: Timestamp
  method: string
  user_agent: string | null
  /** Client address when the session was opened, as reported by trusted proxies. */
  address: NullableText
}

export interface AccessRequestTable {
  pid: string
  name: string
  email: string
  organization: NullableText
  state: 'PENDING' | 'APPROVED' | 'REJECTED'
  created_at: Timestamp
  decided_at: NullableTimestamp
  decided_by: NullableText
  reason: NullableText
  /** The user that the approval created. */
  user_pid: NullableText
  /** Hash of the setup link for the first superadmin, if the request was made with it. */
  setup_hash: NullableText
  /** Hash of the confirmation token that was mailed; null if no mail could be sent. */
  confirm_hash: NullableText
  verified_at: NullableTimestamp
}

export interface PasskeyTable extends Principal {
  /** Credential id, base64url. */
  id: string
  pid: string
  /** Random user handle for authenticators, base64url. */
  user_handle: string
  /** COSE key, base64url. */
  public_key: string
  counter: number
  transports: string[]
  device_type: 'singleDevice' | 'multiDevice'
  backed_up: boolean
  aaguid: string
  name: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

export interface MicrosoftIdentityTable extends Principal {
  issuer: string
  tid: string
  oid: string
  /** Name of the Microsoft account, for display only; never used as a key. */
  name: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

export interface CeremonyTable {
  challenge: string
  purpose: 'register' | 'login' | 'step-up'
  /** Hash of the session, or of the browser's ceremony cookie, that started it. */
  bound_to: string
  user_handle: NullableText
  expires_at: Timestamp
}

export interface MicrosoftFlowTable {
  state_hash: string
  bound_to: string
  purpose: 'sign-in' | 'link' | 'step-up'
  nonce: string
  verifier: string
  return_to: string
  expires_at: Timestamp
}

export interface PersonalLinkTable {
  token_hash: string
  user_pid: string
  kind: 'invitation' | 'enrolment'
  created_at: Timestamp
  created_by: string
  expires_at: Timestamp
  used_at: NullableTimestamp
}

export interface RecoveryCodeTable {
  code_hash: string
  user_pid: string
  created_at: Timestamp
  used_at: NullableTimestamp
}

export interface SetupLinkTable {
  token_hash: string
  created_at: Timestamp
  expires_at: Timestamp
  used_at: NullableTimestamp
}

export interface AuditTable {
  id: Generated<number>
  at: Timestamp
  kind: string
  actor: string | null
  person: string | null
  request: string | null
  address: string | null
  user_agent: string | null
  detail: Json
}

/** Position of an audit row in the chain. */
export interface AuditChainTable {
  position: number
  audit: number
  /** SHA-256, hexadecimal, of the previous hash and the content of the row. */
  hash: string
}

/** Start of the audit chain. */
export interface AuditAnchorTable {
  id: Generated<number>
  position: number
  hash: string
}

/** Last position of the audit that was sent to a destination. */
export interface AuditSentTable {
  destination: string
  position: number
}

/** A person's grant for the portal at Microsoft. */
export interface MicrosoftGrantTable {
  user_pid: string
  /** Encrypted with SECRET_KEY. */
  refresh_token: string
  updated_at: Timestamp
}

/** Demo accounts: sample data, or people added by a demo account. */
export interface DemoPersonTable {
  user_pid: string
  origin: 'sample' | 'added'
}

/** A browser that a person has signed in with. */
export interface KnownDeviceTable {
  user_pid: string
  /** SHA-256 of the cookie that identifies it. */
  device_hash: string
  first_seen_at: Timestamp
  last_seen_at: Timestamp
  user_agent: string | null
}

/** The language of the browser a person last signed in with. */
export interface BrowserLanguageTable {
  user: string
  language: Language
}

/** Has one row while sign-ins are frozen. */
export interface SignInFreezeTable {
  singleton: Generated<boolean>
  frozen_at: Timestamp
  frozen_by: string
}

export interface IdentityTables {
  demo_people: DemoPersonTable
  sessions: SessionTable
  access_requests: AccessRequestTable
  passkeys: PasskeyTable
  microsoft_identities: MicrosoftIdentityTable
  microsoft_grants: MicrosoftGrantTable
  ceremonies: CeremonyTable
  microsoft_flows: MicrosoftFlowTable
  personal_links: PersonalLinkTable
  recovery_codes: RecoveryCodeTable
  setup_links: SetupLinkTable
  known_devices: KnownDeviceTable
  browser_languages: BrowserLanguageTable
  sign_in_freeze: SignInFreezeTable
  audit: AuditTable
  audit_chain: AuditChainTable
  audit_anchor: AuditAnchorTable
  audit_sent: AuditSentTable
}
