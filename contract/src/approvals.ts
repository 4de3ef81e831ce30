import { z } from 'zod'

/**
 * Changes that can require a second person: a high role, the office's addresses and the setting itself, and a
 * deployment.
 */
export const approvalKinds = ['user-created', 'role-changed', 'settings-changed', 'remote-activated'] as const
export const ApprovalKind = z.enum(approvalKinds)
export type ApprovalKind = z.infer<typeof ApprovalKind>

/** How long a change waits for a second person. */
export const approvalLifetimeMs = 7 * 24 * 60 * 60 * 1000

export const SecondApproval = z.object({
  pid: z.string(),
  kind: ApprovalKind,
  /** Describes the change in one sentence. */
  summary: z.string(),
  state: z.enum(['waiting', 'approved', 'rejected', 'withdrawn', 'failed', 'expired']),
  askedBy: z.object({ pid: z.string(), name: z.string() }),
  askedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why applying the approved change failed. */
  reason: z.string().nullable(),
  /** Whether the viewer may approve and reject the change, and whether they may withdraw it. */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type SecondApproval = z.infer<typeof SecondApproval>

/** Response of `GET /api/approvals`: pending approvals first, then the latest ones. */
export const SecondApprovals = z.object({ approvals: z.array(SecondApproval) })
