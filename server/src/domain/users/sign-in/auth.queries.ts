import type { Role } from '@portal/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** E-mail addresses of the four demo accounts, which the seed creates. */
export const demoEmails: Readonly<Record<Role, string>> = {
  superadmin: 'superadmin@portal.example',
  admin: 'admin@portal.example',
  team: 'team@portal.example',
  client: 'client@portal.example',
}

const findDemoText = `select pid from users where lower(email) = $1 and lower(role) = $2 and status = 'ACTIVE' and deleted_at is null
  and exists (select 1 from demo_people where user_pid = pid)`

/**
 * Pid of the demo account of a role, while it is active and still has that role. A real person never matches,
 * whatever their address.
 */
export async function findDemoAccount(database: Database, role: Role): Promise<string | undefined> {
  const [row] = await database.query(findDemoText, [demoEmails[role], role], z.object({ pid: z.string() }))
  return row?.pid
}

/** Stores the hash of the new set-up link and deletes the earlier links. */
export async function replaceSetupLink(
  kysely: Kysely<Tables>,
  tokenHash: string,
  at: Date,
  expiresAt: Date,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom('setup_links').where('used_at', 'is', null).execute()
    await trx
      .insertInto('setup_links')
      .values({ token_hash: tokenHash, created_at: at, expires_at: expiresAt, used_at: null })
      .execute()
  })
}
