import { Language, collections, toRole } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { queuedSql, routeOf } from './delivery/queue-deliveries.ts'
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
  /** Its kind, for the choice of the person; a message of the portal when absent. */
  kind?: string
  severity: 'INFO' | 'WARNING' | 'CRITICAL'
  words: TextInLanguage
  /** Portal path that it links to. */
  link?: string
  /** The record it is about, for alerts that link to it. */
  about?: { collection: CollectionName; pid: string; org: string | null }
  /** It stays on top until it is acknowledged. It is shown to everybody, and no mail is sent about it. */
  mustAcknowledge?: true
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
  const { rule, kind = 'SYSTEM', severity, words, link = null, about = null, mustAcknowledge = false } = alert
  const found = await run(
    deps.database,
    trx,
    sql`select u.pid, u.role, u.notification_prefs as preferences, ${languageOfPerson} as language
      from users u where u.pid = any(${[...users]}::text[]) and u.deleted_at is null`,
    z.object({ pid: z.string(), role: z.string().nullable(), preferences: z.unknown(), language: Language }),
  )
  const rows = found.flatMap(({ pid: user, role, preferences, language }) => {
    // A person whose role was taken away keeps what a client gets: notices about the account.
    const route = routeOf({ role: toRole(role) ?? 'client', preferences, kind, rule })
    if (!route.isShown && !mustAcknowledge) return []
    return [{ pid: deps.ids.pid(), user, mail: mustAcknowledge ? null : route.mail, ...words(language) }]
  })
  if (rows.length === 0) return
  const mailed = rows.flatMap(({ pid: sourcePid, user, mail }) =>
    mail === null ? [] : [{ id: deps.ids.pid(), sourcePid, user, ...mail }],
  )
  await run(
    deps.database,
    trx,
    sql`with made as (insert into alerts (pid, created_at, updated_at, title, message, severity, kind, "user", org, related_type, related_pid, is_read, source, rule, link, ack_required)
        select r.pid, ${now}::timestamptz, ${now}::timestamptz, r.title, r.message, ${severity}, ${kind}, r."user", ${about?.org ?? null}::text,
          ${about?.collection ?? null}::text, ${about?.pid ?? null}::text, false, 'RULE', ${rule}, ${link}::text, ${mustAcknowledge ? true : null}::boolean
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(pid text, title text, message text, "user" text) returning *),
      searched as (insert into alerts_text (seq, t) select t.seq, ${sql.raw(searchTextSql(collections.alerts))} from made t),
      queued as (${queuedSql('alert', mailed, now)})
      ${createdSql('alerts', now)}`,
  )
  await sql`select pg_notify('history', '')`.execute(trx)
}
