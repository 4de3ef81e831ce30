import { collections } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Database } from '#database/database.ts'
import type { Deps } from '../../deps.ts'
import { searchTextSql } from '../search-text.ts'
import { run } from '../writing.ts'

/** What somebody is told about their own account. */
export interface PersonalAlert {
  /** Names the rule, such as `passkey-added`. */
  rule: string
  severity: 'INFO' | 'WARNING' | 'CRITICAL'
  title: string
  message: string
}

interface Telling {
  deps: Pick<Deps, 'ids'> & { database: Database }
  trx: Transaction<Tables>
  now: Date
}

/** Alerts one person, whoever they are, in the transaction of what it tells of; nobody where there is no such person. */
export async function alertPerson({ deps, trx, now }: Telling, user: string, alert: PersonalAlert): Promise<void> {
  const { rule, severity, title, message } = alert
  await run(
    deps.database,
    trx,
    sql`with made as (insert into alerts (pid, created_at, updated_at, title, message, severity, kind, "user", is_read, source, rule)
        select ${deps.ids.pid()}, ${now}::timestamptz, ${now}::timestamptz, ${title}, ${message}, ${severity}, 'SYSTEM', u.pid, false, 'RULE', ${rule}
        from users u where u.pid = ${user} and u.deleted_at is null returning *),
      searched as (insert into alerts_text (seq, t) select t.seq, ${sql.raw(searchTextSql(collections.alerts))} from made t)
      insert into history (at, collection, pid, action, version, actor)
      select ${now}::timestamptz, 'alerts', made.pid, 'create', 1, null from made`,
  )
  await sql`select pg_notify('history', '')`.execute(trx)
}
