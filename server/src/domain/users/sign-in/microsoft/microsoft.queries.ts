import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { principalColumns } from '#platform/auth/principal.ts'
import type { Principal } from '#platform/auth/principal.ts'
import type { MicrosoftFlowTable, MicrosoftIdentityTable } from '#platform/auth/identity.tables.ts'

export type FlowRow = Selectable<MicrosoftFlowTable>

/**
 * Identity at Microsoft: issuer, tenant and object id, which never change. E-mail addresses can change and
 * prove nothing.
 */
export interface IdentityKey {
  issuer: string
  tid: string
  oid: string
}

/** Stores a started sign-in and deletes expired ones. */
export async function insertFlow(kysely: Kysely<Tables>, flow: FlowRow, now: Date): Promise<void> {
  await kysely.deleteFrom('microsoft_flows').where('expires_at', '<=', now).execute()
  await kysely.insertInto('microsoft_flows').values(flow).execute()
}

/** Takes the sign-in that was started with this state in this browser. It can be taken only once. */
export function takeFlow(
  kysely: Kysely<Tables>,
  stateHash: string,
  boundTo: readonly string[],
  now: Date,
): Promise<FlowRow | undefined> {
  return kysely
    .deleteFrom('microsoft_flows')
    .where('state_hash', '=', stateHash)
    .where('bound_to', 'in', [...boundTo])
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export function findIdentity(
  kysely: Kysely<Tables>,
  { issuer, tid, oid }: IdentityKey,
): Promise<Selectable<MicrosoftIdentityTable> | undefined> {
  return kysely
    .selectFrom('microsoft_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('tid', '=', tid)
    .where('oid', '=', oid)
    .executeTakeFirst()
}

export async function noteIdentityUse(
  kysely: Kysely<Tables>,
  { issuer, tid, oid }: IdentityKey,
  at: Date,
): Promise<void> {
  await kysely
    .updateTable('microsoft_identities')
    .set({ last_used_at: at })
    .where('issuer', '=', issuer)
    .where('tid', '=', tid)
    .where('oid', '=', oid)
    .execute()
}

/** Returns false when the identity already belongs to a person. */
export async function insertIdentity(
  trx: Transaction<Tables>,
  key: IdentityKey,
  principal: Principal,
  name: string,
  at: Date,
): Promise<boolean> {
  const result = await trx
    .insertInto('microsoft_identities')
    .values({ ...key, ...principalColumns(principal), name, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['issuer', 'tid', 'oid']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether the address belongs to a person of the portal. */
export async function isKnownAddress(database: Database, email: string): Promise<boolean> {
  return (
    (
      await database.query('select 1 from users where lower(email) = lower($1) and deleted_at is null', [
        email,
      ])
    ).length > 0
  )
}
