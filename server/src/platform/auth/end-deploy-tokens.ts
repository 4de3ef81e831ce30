import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'

/** Revokes the deploy tokens that a person created, for example after they lost the role for it or left. */
export async function endDeployTokens(
  trx: Transaction<Tables>,
  maker: string,
  by: string,
  at: Date,
): Promise<void> {
  await sql`update deploy_tokens set revoked_at = ${at}, revoked_by = ${by} where created_by = ${maker} and revoked_at is null`.execute(
    trx,
  )
}
