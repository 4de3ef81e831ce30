import { Refusal, canManageRole, phrase } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { UserRow } from '#platform/auth/update-user.ts'

/** A person whose account an administrator may view. Throws 404. */
export async function getPerson(kysely: Kysely<Tables>, pid: string): Promise<UserRow> {
  const row = await kysely
    .selectFrom('users')
    .selectAll()
    .where('pid', '=', pid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not-found', 'Person not found.')
  return row
}

/**
 * Throws 403 unless the administrator may act on the account: their own, those of lower roles, and for a
 * superadmin all accounts.
 */
export function requireManageable(actor: Actor, user: Pick<UserRow, 'pid' | 'role'>): void {
  if (user.pid === actor.pid || canManageRole(actor.role, user.role)) return
  throw new Refusal(
    'forbidden',
    phrase('Only a superadmin can change an account with the role {{role}}.', {
      role: user.role ?? '',
    }),
  )
}
