import { Language, collections, isStaff, standInOf, toRole } from '@portal/contract'
import type { Actor, CollectionName, DrawerTab } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { queuedSql, routeOf } from './delivery/queue-deliveries.ts'
import type { AlertRoute } from './delivery/queue-deliveries.ts'
import { createdSql } from './message-history.ts'
import { inPlaceOfAbsent } from './in-place-of-absent.ts'
import type { AbsentPerson } from './in-place-of-absent.ts'
import { peopleWithAccess } from './people-with-access.ts'
import { notificationTexts } from './texts.ts'
import { listAbsences, noAbsences } from '../users/absence/absences.ts'
import { languageOfPerson } from '#platform/language/language-of-person.ts'
import { reserveNumbers } from '#engine/write/numbers.ts'
import { searchTextSql } from '#engine/search/search-text.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

/** The text of a notification. */
export interface Words {
  title: string
  message: string
}

/** The text in a given language. */
export type TextInLanguage = (language: Language) => Words

/** A notification about a record. */
export interface NewNotification {
  kind: string
  severity: 'INFO' | 'SUCCESS' | 'WARNING' | 'CRITICAL'
  collection: CollectionName
  pid: string
  org: string | null
  /** Staff recipients and their text. */
  staff: readonly (string | null | undefined)[]
  words: TextInLanguage
  /** The text for the people of the client's organization; null if they are not notified. */
  client: TextInLanguage | null
  /**
   * The kind of the message that is saved for the client's organization in addition to the alerts; null for
   * none.
   */
  messageKind: string | null
  /** Portal path that alerts link to if they are about more than the record. */
  link?: string
  /** The tab of the record that alerts of staff open. */
  tab?: DrawerTab
  /** The rule that raised it, if that differs from its kind. */
  rule?: string
  /** People who are told of it in another way. */
  except?: readonly string[]
  /** Meant for its recipients alone; it does not go to the delegate of one who is away. */
  isPersonal?: boolean
}

type NotifyContext = Pick<WriteContext, 'deps' | 'trx' | 'actor' | 'now' | 'today'>

/** A person to notify, with their language. */
interface Recipient extends Actor {
  language: Language
  route: AlertRoute
  /** The person who is away, for whom a delegate is notified. */
  onBehalfOf?: AbsentPerson
}

/** All recipients except the actor, with those who may be notified in place of staff who are away. */
async function recipients(
  { deps, trx, actor }: NotifyContext,
  { client, org, kind, rule = kind }: NewNotification,
  named: readonly string[],
): Promise<Recipient[]> {
  const ofClient = client === null ? null : org
  if (named.length === 0 && ofClient === null) return []
  const rows = await run(
    deps.database,
    trx,
    sql`select u.pid, u.role, u.org, u.notification_prefs as preferences, ${languageOfPerson} as language from users u where u.deleted_at is null and u.status = 'ACTIVE' and u.pid <> ${actor.pid}
      and (u.pid = any(${[...named]}::text[]) or (u.org = ${ofClient}::text and lower(u.role) = 'client')) order by u.pid`,
    z.object({
      pid: z.string(),
      role: z.string().nullable(),
      org: z.string().nullable(),
      preferences: z.unknown(),
      language: Language,
    }),
  )
  return rows.flatMap(({ pid, org: ofOrg, language, preferences, role: given }): Recipient[] => {
    const role = toRole(given)
    return role === null || (isStaff(role) && !named.includes(pid))
      ? []
      : [{ pid, role, org: ofOrg, language, route: routeOf({ role, preferences, kind, rule }) }]
  })
}

/** The recipients who may see the record. */
async function withAccess(
  context: NotifyContext,
  { collection, pid }: NewNotification,
  people: readonly Recipient[],
): Promise<Recipient[]> {
  const finds = async (statement: RawBuilder<unknown>) =>
    (await run(context.deps.database, context.trx, statement)).length > 0
  return peopleWithAccess(finds, { collection, pid }, people, context.today)
}

/** The text for a person. A delegate reads whose work it is. */
function wordsFor({ role, language, onBehalfOf }: Recipient, { words, client }: NewNotification): Words {
  const said = (isStaff(role) ? words : (client ?? words))(language)
  if (onBehalfOf === undefined) return said
  const { name } = onBehalfOf
  return { ...said, title: notificationTexts(language)('onBehalfOf', { title: said.title, name }) }
}

/** The path of the tab of the record, null if the notification names none. */
function tabPath({ collection, pid, tab }: NewNotification): string | null {
  const path = collections[collection].page?.replace('{pid}', encodeURIComponent(pid))
  if (tab === undefined || path === undefined) return null
  return `${path}${path.includes('?') ? '&' : '?'}tab=${encodeURIComponent(tab)}`
}

/** Writes the alerts that people want, and queues the mail about them. */
async function writeAlerts(
  { deps, trx, now }: NotifyContext,
  notification: NewNotification,
  people: readonly Recipient[],
): Promise<void> {
  const { kind, severity, collection, org, rule = kind } = notification
  const related =
    notification.link === undefined ? { type: collection, pid: notification.pid } : { type: null, pid: null }
  const shown = people.filter(({ route }) => route.isShown)
  if (shown.length === 0) return
  const rows = shown.map((person) => ({
    pid: deps.ids.pid(),
    user: person.pid,
    mail: person.route.mail,
    link: notification.link ?? (isStaff(person.role) ? tabPath(notification) : null),
    on_behalf_of: person.onBehalfOf?.pid ?? null,
    ...wordsFor(person, notification),
  }))
  const mailed = rows.flatMap(({ pid: sourcePid, user, mail }) =>
    mail === null ? [] : [{ id: deps.ids.pid(), sourcePid, user, ...mail }],
  )
  await run(
    deps.database,
    trx,
    sql`with made as (insert into alerts (pid, created_at, updated_at, title, message, severity, kind, "user", org, related_type, related_pid, is_read, source, rule, link, on_behalf_of)
        select r.pid, ${now}::timestamptz, ${now}::timestamptz, r.title, r.message, ${severity}, ${kind}, r."user", ${org}, ${related.type}::text, ${related.pid}::text,
          false, 'RULE', ${rule}, r.link, r.on_behalf_of
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(pid text, title text, message text, "user" text, link text, on_behalf_of text) returning *),
      searched as (insert into alerts_text (seq, t) select t.seq, ${sql.raw(searchTextSql(collections.alerts))} from made t),
      queued as (${queuedSql('alert', mailed, now)})
      ${createdSql('alerts', now)}`,
  )
}

type Message = Words & {
  kind: string
  template: string
  org: string
  collection: CollectionName
  pid: string
}

/** Saves a message for the client's organization. It counts as delivered in the portal immediately. */
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
      ${createdSql('notifications', now)}`,
  )
}

/**
 * Notifies all recipients who may see the record, except the actor: an alert for each who wants one, with
 * mail as they chose, and a saved message for the client's organization if the notification has one. Takes
 * numbers, so it must run last in a transaction. The delegate is notified in place of staff who are away.
 */
export async function notify(context: NotifyContext, notification: NewNotification): Promise<void> {
  const { staff, except = [], isPersonal = false } = notification
  const named = [...new Set(staff.filter((person) => typeof person === 'string'))]
  const absences = named.length === 0 || isPersonal ? noAbsences : await listAbsences(context)
  const delegates = named.map((person) => standInOf(person, absences.delegates))
  const found = await recipients(context, notification, [...new Set([...named, ...delegates])])
  const readers = await withAccess(context, notification, found)
  const people = inPlaceOfAbsent({ people: readers, named, absences, actor: context.actor.pid }).filter(
    ({ pid: person }) => !except.includes(person),
  )
  if (people.length > 0) await writeAlerts(context, notification, people)
  const { client, messageKind, org, collection, pid } = notification
  const languages = new Set(people.filter(({ role }) => !isStaff(role)).map(({ language }) => language))
  if (client === null || messageKind === null || org === null || languages.size === 0) return
  // One message for all people of the organization: English if they use several languages.
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

/** Saves the key of what is done once, in the transaction that does it. Returns false if it was done before. */
export async function claimKey(context: NotifyContext, key: string): Promise<boolean> {
  const kept = await run(
    context.deps.database,
    context.trx,
    sql`insert into signals_raised (key, at) values (${key}, ${context.now}::timestamptz) on conflict do nothing returning key`,
  )
  return kept.length > 0
}

/**
 * Sends a notification once per key; the key is saved in the same transaction. Returns false if it was sent
 * before.
 */
export async function notifyOnce(
  context: NotifyContext,
  key: string,
  notification: NewNotification,
): Promise<boolean> {
  const isFirst = await claimKey(context, key)
  if (isFirst) await notify(context, notification)
  return isFirst
}
