import { localize } from '#platform/language/localize.ts'
import {
  Refusal,
  UserTransition,
  collections,
  isAdministrator,
  isGovernedBy,
  refusalOf,
  toRole,
  userStepLabel,
  userSteps,
  whyNotUserStep,
  phrase,
  joined,
} from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { getRecord } from '#engine/query/get-record.ts'
import { inTransaction } from '#engine/write/writing.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { isDemoAccountOf } from '#platform/auth/demo-people.ts'
import { endDeployTokens } from '#platform/auth/end-deploy-tokens.ts'
import { endSessions } from '#platform/auth/session-changes.ts'
import { lockUser, updateUser } from '#platform/auth/update-user.ts'

interface Account {
  pid: string
  role: string | null
  status: string | null
}

/**
 * Active superadmins, locked in a fixed order so that two administrators cannot disable the last two
 * concurrently. A demo superadmin does not count as a replacement for a real one.
 */
async function openSuperadmins(kysely: Kysely<Tables>, pid: string): Promise<string[]> {
  const { rows } = await sql<{
    pid: string
  }>`select pid from users where lower(trim(role)) = 'superadmin' and status = 'ACTIVE'
    and deleted_at is null and ${isDemoAccountOf(pid)} order by seq for update`.execute(kysely)
  return rows.map(({ pid }) => pid)
}

async function isLastSuperadmin(kysely: Kysely<Tables>, user: Account): Promise<boolean> {
  if (toRole(user.role) !== 'superadmin') return false
  return (await openSuperadmins(kysely, user.pid)).every((pid) => pid === user.pid)
}

/** Only administrators may access other accounts. */
export function requireAdministrator(actor: Actor): void {
  if (!isAdministrator(actor.role)) throw new Refusal('forbidden', 'You don’t have access to Users.')
}

/** `GET /users/{pid}/transitions`: the transitions of an account, each with the reasons that prevent it. */
export async function listUserSteps(deps: DomainDeps, actor: Actor, pid: string): Promise<unknown> {
  requireAdministrator(actor)
  return deps.database.kysely.transaction().execute(async (trx) => {
    const user = await lockUser(trx, pid)
    const facts = { ...user, isLastSuperadmin: await isLastSuperadmin(trx, user) }
    const transitions = userSteps(user.status).map((to) => {
      const whyNot = whyNotUserStep(actor, facts, to)
      return {
        to,
        label: userStepLabel(to),
        allowed: whyNot.length === 0,
        whyNot: whyNot.map(localize(actor.language)),
      }
    })
    return { transitions }
  })
}

/**
 * Activates, disables or removes an account in an open transaction. Disabling and removing end its sessions
 * and deploy tokens. Returns whether the version is stale. Throws 403, 404, 400, then 409 with every reason
 * that prevents the transition.
 */
export async function changeUserStatusIn(
  trx: Transaction<Tables>,
  now: Date,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<boolean> {
  const supers = await openSuperadmins(trx, pid)
  const user = await lockUser(trx, pid)
  if (!isGovernedBy(actor, user))
    throw new Refusal(
      'forbidden',
      phrase('Only a superadmin can change an account with the role {{role}}.', {
        role: user.role ?? '',
      }),
    )
  const parsed = UserTransition.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { to, version, reason } = parsed.data
  if (version !== undefined && version !== user.version) return true
  const isLast = toRole(user.role) === 'superadmin' && supers.every((each) => each === pid)
  const unmet = whyNotUserStep(actor, { ...user, isLastSuperadmin: isLast }, to)
  if (unmet.length > 0) throw new Refusal('transition-refused', joined(unmet), { unmet })
  const arrived = to === 'ACTIVE' && user.accepted_at === null ? { accepted_at: now } : {}
  await updateUser(trx, user, { status: to, ...arrived }, actor.pid, now, reason ?? null)
  if (to !== 'ACTIVE') {
    await endSessions(trx, { kind: 'person', pid })
    await endDeployTokens(trx, pid, actor.pid, now)
  }
  return false
}

/**
 * `POST /users/{pid}/transitions`: the same in a transaction of its own; returns the record as JSON text, and
 * throws 409 for a stale version.
 */
export async function changeUserStatus(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<string> {
  requireAdministrator(actor)
  const isStale = await inTransaction(deps, (trx) =>
    changeUserStatusIn(trx, deps.clock.now(), actor, pid, body),
  )
  const record = await getRecord(deps, actor, collections.users, pid)
  if (!isStale) return record
  const current = z.record(z.string(), z.unknown()).parse(JSON.parse(record))
  throw new Refusal('version-conflict', 'This record was changed by someone else.', { current })
}
