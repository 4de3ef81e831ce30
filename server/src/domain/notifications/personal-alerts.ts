import { collections } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { Language } from '@portal/contract'
import { createdSql } from './message-history.ts'
import { languageOfPerson } from '#platform/language/language-of-person.ts'
import type { TextInLanguage } from './notify.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Database } from '#platform/database/database.ts'
import type { DomainDeps } from '../deps.ts'
import { searchTextSql } from '#engine/search/search-text.ts'
import { run } from '#engine/write/writing.ts'

/** An alert to a person about their own account. */
export interface PersonalAlert {
  /** The rule that raised it, such as `passkey-added`. */
  rule: string
  severity: 'INFO' | 'WARNING' | 'CRITICAL'
  words: TextInLanguage
  /** Portal path that it links to. */
  link?: string
}

interface Telling {
  deps: Pick<DomainDeps, 'ids'> & { database: Database }
  trx: Transaction<Tables>
  now: Date
}

/**
 * Alerts one person of any role, in the transaction of the change. Does nothing if the person does not exist.
 */
export async function alertPerson(telling: Telling, user: string, alert: PersonalAlert): Promise<void> {
  await alertPeople(telling, [user], alert)
}

/** Alerts all administrators. */
export async function alertAdministrators(telling: Telling, alert: PersonalAlert): Promise<void> {
  const { rows } = await sql<{ pid: string }>`select pid from users
    where lower(role) in ('superadmin', 'admin') and status = 'ACTIVE' and deleted_at is null order by pid`.execute(
    telling.trx,
  )
  await alertPeople(
    telling,
    rows.map(({ pid }) => pid),
    alert,
  )
}

/** Alerts these people, in the transaction of the change. */
export async function alertPeople(
  { deps, trx, now }: Telling,
  users: readonly string[],
  alert: PersonalAlert,
): Promise<void> {
  const { rule, severity, words, link = null } = alert
  const texts = Object.fromEntries(Language.options.map((language) => [language, words(language)]))
  const rows = users.map((user) => ({ pid: deps.ids.pid(), user }))
  await run(
    deps.database,
    trx,
    sql`with made as (insert into alerts (pid, created_at, updated_at, title, message, severity, kind, "user", is_read, source, rule, link)
        select r.pid, ${now}::timestamptz, ${now}::timestamptz, w.texts->>'title', w.texts->>'message', ${severity}, 'SYSTEM', u.pid, false, 'RULE', ${rule}, ${link}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(pid text, "user" text)
          join users u on u.pid = r."user" and u.deleted_at is null
          cross join lateral (select ${JSON.stringify(texts)}::jsonb->${languageOfPerson} as texts) w returning *),
      searched as (insert into alerts_text (seq, t) select t.seq, ${sql.raw(searchTextSql(collections.alerts))} from made t)
      ${createdSql('alerts', now)}`,
  )
  await sql`select pg_notify('history', '')`.execute(trx)
}
