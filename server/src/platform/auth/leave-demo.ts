import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { PlatformDeps } from '../deps.ts'
import { writeAudit } from './audit-trail.ts'
import { lockUser, noteMethods } from './update-user.ts'

/** Numbers of credentials from demo mode that were removed. */
export interface DemoLeft {
  sessions: number
  passkeys: number
  microsoft: number
  codes: number
  links: number
  tokens: number
}

const demoPids = (kysely: Kysely<Tables>) => kysely.selectFrom('demo_people').select('user_pid')

async function takeAway(trx: Transaction<Tables>, at: Date): Promise<DemoLeft> {
  const own = demoPids(trx)
  const sessions = await trx
    .deleteFrom('sessions')
    .where((row) => row.or([row('method', '=', 'demo'), row('user_pid', 'in', own)]))
    .executeTakeFirst()
  const passkeys = await trx
    .deleteFrom('passkeys')
    .where('user_pid', 'in', own)
    .returning('user_pid')
    .execute()
  const microsoft = await trx
    .deleteFrom('microsoft_identities')
    .where('user_pid', 'in', own)
    .returning('user_pid')
    .execute()
  await trx.deleteFrom('microsoft_grants').where('user_pid', 'in', own).execute()
  const codes = await trx.deleteFrom('recovery_codes').where('user_pid', 'in', own).executeTakeFirst()
  const links = await trx
    .deleteFrom('personal_links')
    .where('used_at', 'is', null)
    .where((row) => row.or([row('user_pid', 'in', own), row('created_by', 'in', own)]))
    .executeTakeFirst()
  const tokens = await trx
    .updateTable('deploy_tokens')
    .set({ revoked_at: at })
    .where('revoked_at', 'is', null)
    .where('created_by', 'in', own)
    .executeTakeFirst()
  const changed = new Set(
    [...passkeys, ...microsoft].flatMap(({ user_pid: pid }) => (pid === null ? [] : [pid])),
  )
  for (const pid of [...changed].toSorted()) await noteLoss(trx, pid, at)
  return {
    sessions: Number(sessions.numDeletedRows),
    passkeys: passkeys.length,
    microsoft: microsoft.length,
    codes: Number(codes.numDeletedRows),
    links: Number(links.numDeletedRows),
    tokens: Number(tokens.numUpdatedRows),
  }
}

/** Updates the sign-in methods in a person's record; the record of a deleted person does not change. */
async function noteLoss(trx: Transaction<Tables>, pid: string, at: Date): Promise<void> {
  const { rows } = await sql`select 1 from users where pid = ${pid} and deleted_at is null`.execute(trx)
  if (rows.length > 0) await noteMethods(trx, await lockUser(trx, pid), {}, null, at)
}

/**
 * Removes all credentials of demo accounts when the server starts with demo mode off: sessions, passkeys,
 * Microsoft identities, recovery codes, links and deploy tokens, including links they created for others. The
 * records remain. Does nothing if no such credentials exist.
 */
export async function leaveDemo(deps: Pick<PlatformDeps, 'database' | 'clock'>): Promise<DemoLeft> {
  const at = deps.clock.now()
  return deps.database.kysely.transaction().execute(async (trx) => {
    const left = await takeAway(trx, at)
    const isNothing = Object.values(left).every((count) => count === 0)
    if (!isNothing)
      await writeAudit(trx, {
        kind: 'demo-left',
        at,
        actor: null,
        person: null,
        origin: null,
        detail: { ...left },
      })
    return left
  })
}
