import { Refusal, collections } from '@portal/contract'
import type { Actor, CollectionName, LinkMail, MailLink, MailMessageSummary } from '@portal/contract'
import { namedRecords } from '#records/named-records.ts'
import { visiblePids } from '#records/visibility.ts'
import type { Deps } from '../../deps.ts'
import { deleteLink, insertLink, listLinks } from './links.queries.ts'

/** Links name a record by its table, so that a permit keeps its mail when it becomes a processed one. */
const linkedAs = (collection: CollectionName): CollectionName => collections[collection].table

/** Links a message of one's own mailbox to a record one may open; again is no error. */
export async function linkMessage(
  deps: Deps,
  actor: Actor,
  mailbox: string,
  message: MailMessageSummary,
  { collection, pid }: LinkMail,
): Promise<void> {
  const visible = await visiblePids(deps.database, actor, collection, [pid])
  if (!visible.has(pid)) throw new Refusal('not-found', 'There is no such record.')
  const link = {
    message: message.id,
    mailbox,
    conversation_id: message.conversationId,
    subject: message.subject,
    received_at: new Date(message.receivedAt),
    collection: linkedAs(collection),
    pid,
    reason: 'by-hand',
    detail: '',
    linked_by: actor.pid,
    linked_at: deps.clock.now(),
  } as const
  await deps.database.kysely.transaction().execute((trx) => insertLink(trx, link))
}

/** Takes a link away, whoever or whatever made it. */
export async function unlinkMessage(deps: Deps, message: string, { collection, pid }: LinkMail): Promise<void> {
  if (!(await deleteLink(deps.database.kysely, message, linkedAs(collection), pid)))
    throw new Refusal('not-found', 'This message is not linked to that record.')
}

/** The links of a message to records the actor may open, each by its title. */
export async function linksFor(deps: Deps, actor: Actor, message: string): Promise<MailLink[]> {
  return titledLinks(deps, actor, await listLinks(deps.database.kysely, message))
}

/** Those of some links that lead to records the actor may open, each by its title. */
export async function titledLinks(deps: Deps, actor: Actor, links: readonly Omit<MailLink, 'title'>[]): Promise<MailLink[]> {
  const named = await Promise.all(
    [...Map.groupBy(links, ({ collection }) => collection)].map(([collection, list]) =>
      namedRecords(
        deps,
        actor,
        collection,
        list.map(({ pid }) => pid),
      ),
    ),
  )
  const titles = new Map(named.flatMap((records) => [...records]))
  return links.flatMap((link) => {
    const record = titles.get(link.pid)
    return record === undefined ? [] : [{ ...link, title: record.title }]
  })
}
