import { z } from 'zod'

/**
 * What may wait for a second person: a high role, the office's addresses and the setting itself, a
 * deployment.
 */
export const approvalKinds = ['user-created', 'role-changed', 'settings-changed', 'remote-activated'] as const
export const ApprovalKind = z.enum(approvalKinds)
export type ApprovalKind = z.infer<typeof ApprovalKind>

/** So long a change waits for its second person. */
export const approvalLifetimeMs = 7 * 24 * 60 * 60 * 1000

export const SecondApproval = z.object({
  pid: z.string(),
  kind: ApprovalKind,
  /** What would change, in a sentence. */
  summary: z.string(),
  state: z.enum(['waiting', 'approved', 'rejected', 'withdrawn', 'failed', 'expired']),
  askedBy: z.object({ pid: z.string(), name: z.string() }),
  askedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it failed when it was approved. */
  reason: z.string().nullable(),
  /** May the viewer approve and reject it; may they withdraw it? */
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean(),
})
export type SecondApproval = z.infer<typeof SecondApproval>

/** Answer of `GET /api/approvals`: those that wait first, then the latest. */
export const SecondApprovals = z.object({ approvals: z.array(SecondApproval) })
