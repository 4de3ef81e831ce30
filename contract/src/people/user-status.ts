import { phrase } from '../sentence.ts'
import type { Sayable } from '../sentence.ts'
import { z } from 'zod'
import { canManageRole } from '../access/role-management.ts'
import type { Actor } from '../session.ts'
import { keptText } from '../query/values.ts'

export const userStatuses = ['INVITED', 'PENDING_APPROVAL', 'ACTIVE', 'DISABLED', 'DELETED'] as const
export type UserStatus = (typeof userStatuses)[number]

/** Legal steps of a person's account. Source: domain.md 3. */
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
  reason: keptText(1_000).nullish(),
  version: z.int().min(1).max(2_147_483_647).optional(),
})
export type UserTransition = z.infer<typeof UserTransition>

/** Answer of `GET /users/{pid}/transitions`: the steps of an account, each with every reason against it. */
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
  /** The only superadmin whose account is open. */
  isLastSuperadmin: boolean
}

/** The steps a person's status leads to. */
export function userSteps(status: string | null): readonly UserStatus[] {
  const known = userStatuses.find((each) => each === status)
  return known === undefined ? [] : nextOf[known]
}

export function userStepLabel(to: UserStatus): string {
  return labels[to]
}

/** Is the account one the actor may act on at all? Where it is not, the call itself is refused (403). */
export function isGovernedBy(actor: Pick<Actor, 'role'>, user: Pick<StatusFacts, 'role'>): boolean {
  return canManageRole(actor.role, user.role)
}

/** Every reason why this step is not possible now, in words; none when it is. */
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
          phrase('A person who is {{from}} cannot become {{to}}.', {
            from: user.status ?? 'without a status',
            to,
          }),
        ]),
    ...(isGovernedBy(actor, user)
      ? []
      : [
          phrase('Only a superadmin may act on the account of a person of role {{role}}.', {
            role: user.role ?? '',
          }),
        ]),
    ...(closes && user.pid === actor.pid ? ['Nobody closes their own account.'] : []),
    ...(closes && user.isLastSuperadmin ? ['This is the last superadmin: appoint another one first.'] : []),
  ]
}
