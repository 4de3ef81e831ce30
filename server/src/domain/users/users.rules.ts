import {
  Refusal,
  invalid,
  isAdministrator,
  canManageRole,
  labelOfCode,
  toRole,
  phrase,
  verbatim,
} from '@portal/contract'
import type { Actor, RecordValues, ValuesOf, collections } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { requireApproval } from '#domain/approvals/second-approval.ts'
import type { ApprovalWish } from '#domain/approvals/second-approval.ts'
import { isOfficeAddress } from '#platform/configuration/office-address-rules.ts'
import { checkAbsence, notifyDelegate } from './absence/absence.rules.ts'
import { roleNotice } from './sign-in/account-notices.ts'
import { isDemoAccountOf } from '#platform/auth/demo-people.ts'
import { endDeployTokens } from '#platform/auth/end-deploy-tokens.ts'
import { alertPerson } from '../notifications/personal-alerts.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { CollectionRules, Write } from '#engine/modules/collection-rules.ts'

type Users = typeof collections.users
type UserValues = ValuesOf<Users>

function requireMayGovern(actor: Actor, role: unknown): void {
  if (!canManageRole(actor.role, role))
    throw new Refusal(
      'forbidden',
      phrase('Only a superadmin can add, change or remove people with the role {{role}}.', {
        role: String(role),
      }),
    )
}

/**
 * Counts superadmins under a lock, so that two administrators cannot remove the last two concurrently. A
 * superadmin of demo mode does not count.
 */
async function requireAnotherSuperadmin({ deps, trx }: WriteContext, pid: string): Promise<void> {
  const others = await run(
    deps.database,
    trx,
    sql`select pid from users where lower(role) = 'superadmin' and status = 'ACTIVE' and deleted_at is null
      and ${isDemoAccountOf(pid)} order by seq for update`,
    z.object({ pid: z.string() }),
  )
  if (others.some((other) => other.pid !== pid)) return
  const sentence = 'This is the last superadmin. Add another one first.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** A client must have an organization and a position in it, staff neither. */
function checkOrganization(user: UserValues): void {
  if (user.role === 'client') return
  if (user.org) throw invalid('body.org', 'out-of-range', 'body.org: only clients belong to an organization')
  if (user.orgRole)
    throw invalid(
      'body.orgRole',
      'out-of-range',
      'body.orgRole: only clients have a position in an organization',
    )
}

/**
 * The default position of a client. The first person of an organization without an administrator becomes its
 * administrator, so that somebody can submit for it; everybody else becomes a member. Source: decision 0037.
 */
async function positionOf(
  { deps, trx }: WriteContext,
  user: UserValues,
  pid: string | null,
): Promise<RecordValues> {
  if (user.role !== 'client' || user.orgRole) return {}
  const administrators = await run(
    deps.database,
    trx,
    sql`select pid from users where org = ${user.org} and org_role = 'ORG_ADMIN' and lower(role) = 'client' and deleted_at is null
      and status not in ('DISABLED', 'DELETED') and pid is distinct from ${pid}::text limit 1`,
    z.object({ pid: z.string() }),
  )
  return { orgRole: administrators.length === 0 ? 'ORG_ADMIN' : 'MEMBER' }
}

/**
 * A person cannot have an address of the office: they would read the office's mail as their own, and all
 * staff would read theirs.
 */
async function requireOwnAddress(
  { trx }: WriteContext,
  write: Exclude<Write<Users>, { action: 'delete' }>,
): Promise<void> {
  const { email } = write.values
  if (typeof email !== 'string' || (write.action === 'update' && write.before.email === email)) return
  if (await isOfficeAddress(trx, email))
    throw invalid(
      'body.email',
      'taken',
      phrase('{{email}} is an office address (Settings, General). Enter the person’s own address.', {
        email,
      }),
    )
}

/**
 * Granting a role of administrator or above needs approval by a second person, if that setting is on. The
 * first superadmin is created by no user and needs no approval.
 */
async function requireHighRole(
  { trx }: WriteContext,
  role: unknown,
  wish: Omit<ApprovalWish, 'forSuperadmin'>,
): Promise<void> {
  const high = toRole(role)
  if (high !== null && isAdministrator(high))
    await requireApproval(trx, () => ({ ...wish, forSuperadmin: high === 'superadmin' }))
}

/**
 * The inviting user of a new person. The first superadmin is created by a link without a user, whose pid is
 * empty (decision 0007).
 */
function invitation(actor: Actor, now: Date): RecordValues {
  return actor.pid === '' ? {} : { invitedBy: actor.pid, invitedAt: now.toISOString() }
}

export const userRules: CollectionRules<Users> = {
  writesOneByOne: true,
  defaults: (actor, values, now) => ({
    ...values,
    status: 'INVITED',
    passkeyCount: 0,
    ...invitation(actor, now),
  }),
  required: (user) => (user.role === 'client' ? ['org'] : []),
  async beforeWrite(context, write) {
    const { actor } = context
    if (write.action === 'delete') {
      requireMayGovern(actor, write.before.role)
      if (write.before.role === 'superadmin') await requireAnotherSuperadmin(context, write.pid)
      return {}
    }
    requireMayGovern(actor, write.values.role)
    await requireOwnAddress(context, write)
    if (write.action === 'create') {
      checkAbsence(write.values)
      checkOrganization(write.values)
      const created = { ...write.values, ...(await positionOf(context, write.values, null)) }
      const { name, email, role } = write.values
      const summary = phrase('Add {{name}} ({{email}}) as {{role}}.', {
        name: verbatim(String(name)),
        email: verbatim(String(email)),
        role: labelOfCode(String(role)),
      })
      if (actor.pid !== '')
        await requireHighRole(context, write.values.role, { kind: 'user-created', change: {}, summary })
      return created
    }
    const { before, values, pid } = write
    // Everybody may change their own profile; changing another's requires a higher role.
    if (pid !== actor.pid) requireMayGovern(actor, before.role)
    const roleChanges = values.role !== undefined && values.role !== before.role
    if (roleChanges && pid === actor.pid && actor.role !== 'superadmin')
      throw new Refusal('forbidden', 'You can’t change your own role.')
    if (roleChanges && before.role === 'superadmin') await requireAnotherSuperadmin(context, pid)
    const clientToStaff = roleChanges && before.role === 'client'
    const left = {
      ...(values.org === undefined && { org: null }),
      ...(values.orgRole === undefined && { orgRole: null }),
    }
    const changed = clientToStaff ? { ...values, ...left } : values
    const after = { ...before, ...changed }
    checkAbsence(after)
    checkOrganization(after)
    const patched = { ...changed, ...(await positionOf(context, after, pid)) }
    const summary = phrase('Change the role of {{name}} from {{before}} to {{after}}.', {
      name: verbatim(String(before.name)),
      before: labelOfCode(before.role ?? 'none'),
      after: labelOfCode(String(after.role)),
    })
    if (roleChanges)
      await requireHighRole(context, after.role, { kind: 'role-changed', change: { pid }, summary })
    return patched
  },
  beforeRestore({ actor }, before) {
    requireMayGovern(actor, before.role)
  },
  /**
   * Removing or changing a role, an organization or a position ends the sessions; setting it for the first
   * time does not. Source: contract.md section 3. Open streams are updated (`stream/broadcast.ts`).
   * Deploy tokens are revoked when their creator loses the role. The person is notified of changes made by
   * somebody else.
   */
  async afterWrite(context, { pid, before, after }) {
    const { deps, trx, actor, now } = context
    if (after !== null) await notifyDelegate(context, before ?? {}, after)
    if (before === null) return
    const notice = after === null || pid === actor.pid ? null : roleNotice(before, after)
    if (notice !== null) await alertPerson({ deps, trx, now }, pid, notice)
    const changes = (name: 'role' | 'org' | 'orgRole') =>
      (before[name] ?? null) !== null && before[name] !== (after?.[name] ?? null)
    if (changes('role') || changes('org') || changes('orgRole'))
      await run(deps.database, trx, sql`delete from sessions where user_pid = ${pid}`)
    if (changes('role') && after?.role !== 'superadmin')
      await endDeployTokens(trx, pid, actor.pid, deps.clock.now())
  },
}
