import type { Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Passkey } from '@portal/contract'
import type { Tables } from '#platform/database/tables.ts'
import { principalColumn } from '#platform/auth/principal.ts'
import type { Principal } from '#platform/auth/principal.ts'
import type { PasskeyTable } from '#platform/auth/identity.tables.ts'

export type PasskeyRow = Selectable<PasskeyTable>

/** A passkey by its credential id, of any person. */
export function findPasskey(kysely: Kysely<Tables>, id: string): Promise<PasskeyRow | undefined> {
  return kysely.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The passkeys of a person or request, oldest first. */
export function listPasskeys(kysely: Kysely<Tables>, principal: Principal): Promise<PasskeyRow[]> {
  return kysely
    .selectFrom('passkeys')
    .selectAll()
    .where(principalColumn(principal), '=', principal.pid)
    .orderBy('created_at')
    .orderBy('pid')
    .execute()
}

export async function insertPasskey(trx: Transaction<Tables>, row: PasskeyRow): Promise<boolean> {
  const result = await trx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records the use of a passkey. The counter never decreases, even when two uses are written out of order. */
export async function notePasskeyUse(
  kysely: Kysely<Tables>,
  id: string,
  use: { counter: number; backedUp: boolean; at: Date },
): Promise<void> {
  await kysely
    .updateTable('passkeys')
    .set({
      counter: sql`greatest(counter, ${use.counter}::bigint)`,
      backed_up: use.backedUp,
      last_used_at: use.at,
    })
    .where('id', '=', id)
    .execute()
}

/** Returns false when the person or request has no such passkey. */
export async function renamePasskey(
  kysely: Kysely<Tables>,
  principal: Principal,
  pid: string,
  name: string,
): Promise<boolean> {
  const result = await kysely
    .updateTable('passkeys')
    .set({ name })
    .where('pid', '=', pid)
    .where(principalColumn(principal), '=', principal.pid)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deletePasskey(
  trx: Transaction<Tables>,
  principal: Principal,
  pid: string,
): Promise<PasskeyRow | undefined> {
  return trx
    .deleteFrom('passkeys')
    .where('pid', '=', pid)
    .where(principalColumn(principal), '=', principal.pid)
    .returningAll()
    .executeTakeFirst()
}

export function toPasskey(row: PasskeyRow): Passkey {
  return {
    pid: row.pid,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    backedUp: row.backed_up,
  }
}
