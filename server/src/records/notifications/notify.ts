import { collections, isStaff, toRole } from '@portal/contract'
import type { Actor, CollectionName, Language } from '@portal/contract'
import { sql } from 'kysely'
import { languageOfPerson } from '#language/language-of-person.ts'
import { hasPid } from '../get-record.ts'
import { reserveNumbers } from '../numbers.ts'
import { searchTextSql } from '../search-text.ts'
import { readableRowsOf } from '../visibility.ts'
import { run } from '../writing.ts'
import type { WriteContext } from '../writing.ts'

/**
 * The portal itself, where it takes a step or tells somebody: it is nobody's record, so histories name
 * nobody.
 */
export const portalActor: Actor = { pid: 'portal', role: 'superadmin', org: null }

/** What people are told. */
export interface Words {
  title: string
  message: string
}

/** The same in each language. */
export type TextInLanguage = (language: Language) => Words

/** Something that happened to a record and that people should know of. */
export interface NewNotification {
  kind: string
  severity: 'INFO' | 'SUCCESS' | 'WARNING' | 'CRITICAL'
  collection: CollectionName
  pid: string
  org: string | null
  /** Staff whose work it is, and what they are told. */
  staff: readonly unknown[]
  words: TextInLanguage
  /** What the people of the client's organization are told; null where it is not theirs. */
  client: TextInLanguage | null
  /** Kind of the message that stays for the client's organization besides the alerts; null for none. */
  messageKind: string | null
  /** A path of the portal alerts lead to, where they are about more than the record alone. */
  link?: string
  /** Names what raised it, where that is not its kind. */
  rule?: string
}

type NotifyContext = Pick<WriteContext, 'deps' | 'trx' | 'actor' | 'now' | 'today'>

/** Somebody who is told, and in which language. */
interface Recipient extends Actor {
  language: Language
}

/** Everybody concerned but whoever did it. */
async function recipients(
  { deps, trx, actor }: NotifyContext,
  { staff, client, org }: NewNotification,
): Promise<Recipient[]> {
  const named = [...new Set(staff.filter((each) => typeof each === 'string'))]
  const ofClient = client === null ? null : org
  if (named.length === 0 && ofClient === null) return []
  const rows = await run<{ pid: string; role: string; org: string | null; language: Language }>(
    deps.database,
    trx,
    sql`select u.pid, u.role, u.org, ${languageOfPerson} as language from users u where u.deleted_at is null and u.status = 'ACTIVE' and u.pid <> ${actor.pid}
      and (u.pid = any(${named}::text[]) or (u.org = ${ofClient}::text and lower(u.role) = 'client')) order by u.pid`,
  )
  return rows.flatMap(({ pid, org: ofOrg, language, role: given }): Recipient[] => {
    const role = toRole(given)
    return role === null || (isStaff(role) && !named.includes(pid))
      ? []
      : [{ pid, role, org: ofOrg, language }]
  })
}

/**
 * Those of them who may see the record. People of one organization, and staff of one role, share an answer.
 */
async function withAccess(
  context: NotifyContext,
  { collection, pid }: NewNotification,
  people: readonly Recipient[],
): Promise<Recipient[]> {
  const seen: Recipient[] = []
  for (const alike of Map.groupBy(people, ({ role, org }) => `${role} ${org ?? ''}`).values()) {
    const [one] = alike
    const rows = one === undefined ? null : readableRowsOf(collections[collection], one, context.today)
    if (rows === null) continue
    const found = await run(
      context.deps.database,
      context.trx,
      sql`select 1 as one ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}`,
    )
    if (found.length > 0) seen.push(...alike)
  }
  return seen
}

async function writeAlerts(
  { deps, trx, now }: NotifyContext,
  notification: NewNotification,
  people: readonly Recipient[],
): Promise<void> {
  const { kind, severity, collection, org, words, client, link = null, rule = kind } = notification
  const related = link === null ? { type: collection, pid: notification.pid } : { type: null, pid: null }
  const rows = people.map((person) => ({
    pid: deps.ids.pid(),
    user: person.pid,
    ...(isStaff(person.role) ? words : (client ?? words))(person.language),
  }))
  await run(
    deps.database,
    trx,
    sql`with made as (insert into alerts (pid, created_at, updated_at, title, message, severity, kind, "user", org, related_type, related_pid, is_read, source, rule, link)
        select r.pid, ${now}::timestamptz, ${now}::timestamptz, r.title, r.message, ${severity}, ${kind}, r."user", ${org}, ${related.type}::text, ${related.pid}::text,
          false, 'RULE', ${rule}, ${link}::text
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(pid text, title text, message text, "user" text) returning *),
      searched as (insert into alerts_text (seq, t) select t.seq, ${sql.raw(searchTextSql(collections.alerts))} from made t)
      insert into history (at, collection, pid, action, version, actor)
      select ${now}::timestamptz, 'alerts', made.pid, 'create', 1, null from made`,
  )
}

type Message = Words & {
  kind: string
  template: string
  org: string
  collection: CollectionName
  pid: string
}

/** A message that stays for the client's organization; in the portal it is delivered by being there. */
async function writeNotification(
  { deps, trx, now }: NotifyContext,
  { title, message, kind, template, org, collection, pid }: Message,
): Promise<void> {
  const [number] = await reserveNumbers(
    deps.database,
    trx,
    collections.notifications.numberPrefix ?? '',
    now.getUTCFullYear(),
    1,
  )
  await run(
    deps.database,
    trx,
    sql`with made as (insert into notifications (pid, created_at, updated_at, ref_no, subject, body, kind, channel, status, audience, recipient_org,
          related_type, related_pid, template, sent_at, attempts, org)
        values (${deps.ids.pid()}, ${now}::timestamptz, ${now}::timestamptz, ${number}, ${title}, ${message}, ${kind}, '{IN_APP}', 'SENT', 'ORG', ${org},
          ${collection}, ${pid}, ${template}, ${now}::timestamptz, 0, ${org}) returning *),
      searched as (insert into notifications_text (seq, t) select t.seq, ${sql.raw(searchTextSql(collections.notifications))} from made t)
      insert into history (at, collection, pid, action, version, actor)
      select ${now}::timestamptz, 'notifications', made.pid, 'create', 1, null from made`,
  )
}

/**
 * Tells those concerned who may see the record, but for whoever did it: an alert for each, and a message that
 * stays for the client's organization where the notification asks for one. Numbers are taken here, so
 * notifications come last in a transaction.
 */
export async function notify(context: NotifyContext, notification: NewNotification): Promise<void> {
  const people = await withAccess(context, notification, await recipients(context, notification))
  if (people.length > 0) await writeAlerts(context, notification, people)
  const { client, messageKind, org, collection, pid } = notification
  const languages = new Set(people.filter(({ role }) => !isStaff(role)).map(({ language }) => language))
  if (client === null || messageKind === null || org === null || languages.size === 0) return
  // One message for all its people: English where they read several languages.
  const [language = 'en'] = languages.size === 1 ? languages : []
  await writeNotification(context, {
    ...client(language),
    kind: messageKind,
    template: notification.kind,
    org,
    collection,
    pid,
  })
}

/**
 * Raises a notification once for its key, whatever happens: the key is kept in the transaction that tells.
 * False where it was told before.
 */
export async function notifyOnce(
  context: NotifyContext,
  key: string,
  notification: NewNotification,
): Promise<boolean> {
  const kept = await run(
    context.deps.database,
    context.trx,
    sql`insert into signals_raised (key, at) values (${key}, ${context.now}::timestamptz) on conflict do nothing returning key`,
  )
  if (kept.length > 0) await notify(context, notification)
  return kept.length > 0
}
