import { phrase } from '../sentence.ts'
import type { Sayable } from '../sentence.ts'
import { z } from 'zod'
import { canManageRole } from '../access/role-management.ts'
import type { Actor } from '../session.ts'
import { storableText } from '../query/values.ts'

export const userStatuses = ['INVITED', 'PENDING_APPROVAL', 'ACTIVE', 'DISABLED', 'DELETED'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Allowed transitions of an account. Source: domain.md 3. */
const nextOf: Record<UserStatus, readonly UserStatus[]> = {
  INVITED: ['ACTIVE'],
  PENDING_APPROVAL: ['ACTIVE'],
  ACTIVE: ['DISABLED'],
  DISABLED: ['ACTIVE', 'DELETED'],
  DELETED: [],
}

const labels: Record<UserStatus, string> = {
  INVITED: 'Invite',
  PENDING_APPROVAL: 'Wait for approval',
  ACTIVE: 'Activate',
  DISABLED: 'Disable',
  DELETED: 'Remove',
}

/** Body of `POST /users/{pid}/transitions`. */
export const UserTransition = z.strictObject({
  to: z.enum(userStatuses),
  reason: storableText(1_000).nullish(),
  version: z.int().min(1).max(2_147_483_647).optional(),
})
export type UserTransition = z.infer<typeof UserTransition>

/**
 * Response of `GET /users/{pid}/transitions`: the transitions of an account, each with all reasons that block
 * it.
 */
export const UserSteps = z.object({
  transitions: z.array(
    z.object({
      to: z.enum(userStatuses),
      label: z.string(),
      allowed: z.boolean(),
      whyNot: z.array(z.string()),
    }),
  ),
})
export type UserStep = z.infer<typeof UserSteps>['transitions'][number]

export interface StatusFacts {
  pid: string
  role: string | null
  status: string | null
  /** Whether this is the only superadmin with an active account. */
  isLastSuperadmin: boolean
}

/** The transitions from an account status. */
export function userSteps(status: string | null): readonly UserStatus[] {
  const known = userStatuses.find((userStatus) => userStatus === status)
  return known === undefined ? [] : nextOf[known]
}

export function userStepLabel(to: UserStatus): string {
  return labels[to]
}

/** Whether the actor may manage this account at all. If not, the call itself is refused (403). */
export function isGovernedBy(actor: Pick<Actor, 'role'>, user: Pick<StatusFacts, 'role'>): boolean {
  return canManageRole(actor.role, user.role)
}

/** All reasons that block this transition now; empty when it is allowed. */
export function whyNotUserStep(
  actor: Pick<Actor, 'pid' | 'role'>,
  user: StatusFacts,
  to: UserStatus,
): Sayable[] {
  const closes = to === 'DISABLED' || to === 'DELETED'
  return [
    ...(userSteps(user.status).includes(to)
      ? []
      : [
          phrase('Status can’t change from {{from}} to {{to}}.', {
            from: user.status ?? 'without a status',
            to,
          }),
        ]),
    ...(isGovernedBy(actor, user)
      ? []
      : [
          phrase('Only a superadmin can change an account with the role {{role}}.', {
            role: user.role ?? '',
          }),
        ]),
    ...(closes && user.pid === actor.pid ? ['You can’t close your own account.'] : []),
    ...(closes && user.isLastSuperadmin ? ['This is the last superadmin. Add another one first.'] : []),
  ]
}
