import { z } from 'zod'
import { Reference } from '../ids.ts'
import { LocalDate } from '../time.ts'

/** Kinds of audit entries. */
export const auditKinds = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'step-up',
  'sign-up',
  'request-approved',
  'request-rejected',
  'link-made',
  'link-withdrawn',
  'link-used',
  'passkey-added',
  'passkey-removed',
  'passkey-counter',
  'microsoft-linked',
  'microsoft-removed',
  'microsoft-ended',
  'recovery-codes-made',
  'session-revoked',
  'everybody-signed-out',
  'sign-ins-frozen',
  'sign-ins-thawed',
  'address-verified',
  'deploy-token-made',
  'deploy-token-revoked',
  'authority-source-changed',
  'calendar-feed-made',
  'calendar-feed-revoked',
  'demo-left',
  'deploy-token-used',
  'approval-asked',
  'approval-given',
  'approval-rejected',
  'approval-withdrawn',
  'remote-activated',
  'remote-rolled-back',
  'remote-removed',
  'remote-restored',
  'remote-target-changed',
  'remote-previewed',
  'remote-preview-ended',
  'remote-flag-changed',
  'app-registered',
  'app-changed',
  'app-deleted',
  'app-allowed',
  'app-withdrawn',
  'app-wrote',
  'back-end-changed',
  'back-end-wrote',
  'remote-origin-added',
  'remote-origin-removed',
  'malware-found',
  'role-changed',
  'configuration-changed',
  'restricted-read',
  'records-exported',
  'file-downloaded',
  'files-zipped',
  'mailbox-opened',
  'access-refused',
  'permit-changed',
] as const
/**
 * `permit-changed` is not written to the audit log. It is read from the history of permits when requested.
 */
export type AuditKind = (typeof auditKinds)[number]

/** One audit entry: who (`by`) did what to whom (`person`), and from where. */
export const AuditEntry = z.object({
  at: z.string(),
  kind: z.string(),
  by: Reference.nullable(),
  person: Reference.nullable(),
  /** The access request that the entry is about, with the name of the person. */
  asker: Reference.nullable(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const wholeNumber = (largest: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(largest))

/**
 * Filters of the audit log. Query of `GET /api/auth/audit/export`, which returns all matching entries as CSV.
 */
export const AuditNarrowing = z.strictObject({
  kind: z.enum(auditKinds).optional(),
  /** Pid of a person: their actions, and actions on their account. */
  person: z.string().min(1).max(64).optional(),
  from: LocalDate.optional(),
  to: LocalDate.optional(),
})
export type AuditNarrowing = z.infer<typeof AuditNarrowing>

/** Query of `GET /api/auth/audit`, newest first. */
export const AuditQuery = AuditNarrowing.extend({
  page: wholeNumber(2_147_483_647).default(1),
  pageSize: wholeNumber(1_000).default(50),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Response of `GET /api/auth/audit`. */
export const AuditList = z.object({
  entries: z.array(AuditEntry),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type AuditList = z.infer<typeof AuditList>
