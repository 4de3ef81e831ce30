import { Refusal, invalid, mayGovern } from '@portal/contract'
import type { Actor, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { isOfficeAddress } from '#configuration/office-address-rules.ts'
import { run } from '../writing.ts'
import type { WriteContext } from '../writing.ts'
import type { CollectionRules, Write } from './collection-rules.ts'

function requireMayGovern(actor: Actor, role: unknown): void {
  if (!mayGovern(actor.role, role))
    throw new Refusal('forbidden', `Only a superadmin may appoint, change or remove a person of role ${String(role)}.`)
}

/** Counts superadmins under lock, so that two administrators cannot remove the last two at once. */
async function requireAnotherSuperadmin({ deps, trx }: WriteContext, pid: string): Promise<void> {
  const others = await run<{ pid: string }>(
    deps.database,
    trx,
    sql`select pid from users where lower(role) = 'superadmin' and status = 'ACTIVE' and deleted_at is null order by seq for update`,
  )
  if (others.some((other) => other.pid !== pid)) return
  const sentence = 'This is the last superadmin: appoint another one first.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** A client belongs to an organization, staff to none. */
function checkOrganization(user: RecordValues): void {
  if (user['role'] !== 'client' && user['org']) throw invalid('body.org', 'out-of-range', 'body.org: only clients belong to an organization')
}

/** An address of the office is no person's: whoever had it would read the office's mail as their own, and all staff theirs. */
async function requireOwnAddress({ trx }: WriteContext, write: Exclude<Write, { action: 'delete' }>): Promise<void> {
  const { email } = write.values
  if (typeof email !== 'string' || (write.action === 'update' && write.before['email'] === email)) return
  if (await isOfficeAddress(trx, email))
    throw invalid('body.email', 'taken', `${email} is an address of the office (Settings, General): a person needs their own.`)
}

/** Who invited a new person; the first superadmin comes by a link and is made by nobody, whose pid is empty (decision 0007). */
function invitation(actor: Actor, now: Date): RecordValues {
  return actor.pid === '' ? {} : { invitedBy: actor.pid, invitedAt: now.toISOString() }
}

export const userRules: CollectionRules = {
  defaults: (actor, values, now) => ({ ...values, status: 'INVITED', passkeyCount: 0, ...invitation(actor, now) }),
  required: (user) => (user['role'] === 'client' ? ['org'] : []),
  async beforeWrite(context, write) {
    const { actor } = context
    if (write.action === 'delete') {
      requireMayGovern(actor, write.before['role'])
      if (write.before['role'] === 'superadmin') await requireAnotherSuperadmin(context, write.pid)
      return {}
    }
    requireMayGovern(actor, write.values['role'])
    await requireOwnAddress(context, write)
    if (write.action === 'create') {
      checkOrganization(write.values)
      return write.values
    }
    const { before, values, pid } = write
    // Everybody may keep their own profile; only a higher role may change another's.
    if (pid !== actor.pid) requireMayGovern(actor, before['role'])
    const roleChanges = values['role'] !== undefined && values['role'] !== before['role']
    if (roleChanges && pid === actor.pid && actor.role !== 'superadmin') throw new Refusal('forbidden', 'Nobody changes their own role.')
    if (roleChanges && before['role'] === 'superadmin') await requireAnotherSuperadmin(context, pid)
    const clientToStaff = roleChanges && before['role'] === 'client' && values['org'] === undefined
    const changed = clientToStaff ? { ...values, org: null } : values
    checkOrganization({ ...before, ...changed })
    return changed
  },
  beforeRestore({ actor }, before) {
    requireMayGovern(actor, before['role'])
  },
  /** Taking or changing a role ends the sessions; a first role leaves them alone. Source: contract.md section 3. */
  async afterWrite({ deps, trx }, { pid, before, after }) {
    const changed = before !== null && before['role'] !== null && before['role'] !== (after?.['role'] ?? null)
    if (changed) await run(deps.database, trx, sql`delete from sessions where user_pid = ${pid}`)
  },
}
