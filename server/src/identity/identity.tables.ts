import type { Language } from '@portal/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#database/column-types.ts'

type NullableText = ColumnType<string | null, string | null | undefined, string | null>

/** Exactly one of `user_pid` and `request_pid` is set: a person, or somebody who has asked for access. */
interface Principal {
  user_pid: NullableText
  request_pid: NullableText
}

export interface SessionTable extends Principal {
  /** SHA-256 of the cookie's token, hexadecimal; the token itself is stored nowhere. */
  token_hash: string
  /** Names the session in lists; opens nothing and outlives a rotation. */
  id: string
  /** `pre`: no role until a passkey is made or the request approved. */
  stage: 'full' | 'pre'
  created_at: Timestamp
  last_seen_at: Timestamp
  idle_expires_at: Timestamp
  expires_at: Timestamp
  /** When the person last proved who they are. */
  verified_at: Timestamp
  method: string
  user_agent: string | null
  /** Address of the socket it was opened from. */
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
  /** The user an approval made. */
  user_pid: NullableText
  /** Hash of the first superadmin's link it came by. */
  setup_hash: NullableText
  /** Hash of the token that was mailed to the address; null where no mail could be sent. */
  confirm_hash: NullableText
  verified_at: NullableTimestamp
}

export interface PasskeyTable extends Principal {
  /** Credential id, base64url. */
  id: string
  pid: string
  /** Random name of the person towards authenticators, base64url. */
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
  /** What the identity calls itself, for people to recognise it; never a key. */
  name: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

export interface CeremonyTable {
  challenge: string
  purpose: 'register' | 'login' | 'step-up'
  /** Hash of the session or the stranger's cookie it was begun with. */
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

/** Where in the chain a row of the audit stands. */
export interface AuditChainTable {
  position: number
  audit: number
  /** SHA-256, hexadecimal, of the hash before it and all the row says. */
  hash: string
}

/** Where the chain begins. */
export interface AuditAnchorTable {
  id: Generated<number>
  position: number
  hash: string
}

/** How far the audit was sent to a destination. */
export interface AuditSentTable {
  destination: string
  position: number
}

/** What a person granted the portal at Microsoft. */
export interface MicrosoftGrantTable {
  user_pid: string
  /** Sealed with SECRET_KEY. */
  refresh_token: string
  updated_at: Timestamp
}

/** Who came by demo mode: with the sample data, or added by an account of demo mode. */
export interface DemoPersonTable {
  user_pid: string
  origin: 'sample' | 'added'
}

/** A browser somebody signed in with. */
export interface KnownDeviceTable {
  user_pid: string
  /** SHA-256 of the cookie that names it. */
  device_hash: string
  first_seen_at: Timestamp
  last_seen_at: Timestamp
  user_agent: string | null
}

/** The language of the browser a person signed in with last. */
export interface BrowserLanguageTable {
  user: string
  language: Language
}

/** One row while sign-ins are frozen. */
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
