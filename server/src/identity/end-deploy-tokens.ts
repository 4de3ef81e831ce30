import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Ends the deploy tokens a person made, for good: they lost the role by which they made them, or left. */
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
