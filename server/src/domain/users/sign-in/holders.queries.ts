import { isOpenText } from '#platform/auth/demo-people.ts'
import type { Principal } from '#platform/auth/principal.ts'
import type { DomainDeps } from '#domain/deps.ts'

/**
 * Whether the account is active, or the access request still pending. Demo accounts cannot sign in while demo
 * mode is off.
 */
export async function canSignIn(
  { database, environment }: Pick<DomainDeps, 'database' | 'environment'>,
  principal: Principal,
): Promise<boolean> {
  const text =
    principal.kind === 'person'
      ? `select 1 from users where pid = $1 and deleted_at is null and status not in ('DISABLED', 'DELETED') and ${isOpenText(environment, 'users.pid')}`
      : "select 1 from access_requests where pid = $1 and state = 'PENDING'"
  return (await database.query(text, [principal.pid])).length > 0
}
