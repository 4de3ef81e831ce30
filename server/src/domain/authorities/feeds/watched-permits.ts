import { permitStatus } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The permits `p` of the authority with this pid. */
const ofAuthority = (authority: string): RawBuilder<boolean> => sql<boolean>`p.authority_pid = ${authority}`

/**
 * Condition on a permit `p`: its status is compared with that of the authority. It has a number there, so it
 * was received there. A client's draft was not.
 */
export function watchedSql(authority: string): RawBuilder<boolean> {
  return sql<boolean>`${ofAuthority(authority)} and coalesce(trim(p.authority_number), '') <> '' and p.deleted_at is null
    and p.status <> ${permitStatus.DRAFT}`
}
