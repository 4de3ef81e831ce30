import type { Database } from '#database/database.ts'
import type { Holder } from '#identity/holder.ts'

const textOf: Record<Holder['kind'], string> = {
  person: "select 1 from users where pid = $1 and deleted_at is null and status not in ('DISABLED', 'DELETED')",
  request: "select 1 from access_requests where pid = $1 and state = 'PENDING'",
}

/** Does the account still stand, or the request still wait? */
export async function canSignIn(database: Database, holder: Holder): Promise<boolean> {
  return (await database.named(textOf[holder.kind], [holder.pid])).length > 0
}
