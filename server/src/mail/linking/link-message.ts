import { Refusal, collections } from '@portal/contract'
import type {
  Actor,
  CollectionName,
  LinkMail,
  MailLink,
  MailMessageSummary,
  MailSharing,
} from '@portal/contract'
import { namedRecords } from '#engine/query/named-records.ts'
import { visiblePids } from '#engine/query/visible-pids.ts'
import type { MailDeps } from '../deps.ts'
import { deleteLink, insertLink, listLinks, shareLinks } from './links.queries.ts'
import type { FoundLink } from '../providers/mail-provider.ts'

/** Links name a record by its table, so that a permit keeps its mail when it moves to another collection. */
const linkedAs = (collection: CollectionName): CollectionName => collections[collection].table

/** Links a message of the caller's mailbox to a record they may open. Repeating it is not an error. */
export async function linkMessage(
  deps: MailDeps,
  actor: Actor,
  mailbox: string,
  message: MailMessageSummary,
  { collection, pid }: LinkMail,
): Promise<void> {
  const visible = await visiblePids(deps.database, actor, collection, [pid])
  if (!visible.has(pid)) throw new Refusal('not-found', 'Record not found.')
  const link = linkRow(deps, actor, mailbox, message, { collection, pid })
  await deps.database.kysely.transaction().execute((trx) => insertLink(trx, link))
}

/** A manual link of a message to a record. */
export function linkRow(
  deps: Pick<MailDeps, 'clock'>,
  actor: Actor,
  mailbox: string,
  message: MailMessageSummary,
  { collection, pid }: LinkMail,
) {
  return {
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
}

/** Removes a link, whether a person or the portal created it. */
export async function unlinkMessage(
  deps: MailDeps,
  message: string,
  { collection, pid }: LinkMail,
): Promise<void> {
  if (!(await deleteLink(deps.database.kysely, message, linkedAs(collection), pid)))
    throw new Refusal('not-found', 'This message is not linked to that record.')
}

/**
 * Shows or hides the subject of a linked message of the caller's own mailbox to others. Office mailboxes are
 * open to all staff anyway.
 */
export async function shareMessage(
  deps: MailDeps,
  viewerPid: string,
  mailbox: string,
  message: string,
  isShared: boolean,
): Promise<MailSharing> {
  const refusal = (sentence: string) => new Refusal('transition-refused', sentence, { unmet: [sentence] })
  if (mailbox !== viewerPid)
    throw refusal(
      'All staff can see messages of an office mailbox. You can share only messages of your own mailbox.',
    )
  if (!(await shareLinks(deps.database.kysely, mailbox, message, isShared)))
    throw refusal('This message is not linked to a record.')
  return { isShared }
}

/** Links and offered links of a message that the reader may open. */
export interface VisibleLinks {
  links: MailLink[]
  offeredLinks: MailLink[]
}

/** The links of a message to records the actor may open, with titles. */
export async function linksFor(deps: MailDeps, actor: Actor, message: string): Promise<VisibleLinks> {
  return titledLinks(deps, actor, await listLinks(deps.database.kysely, message))
}

/** Filters links to the records the actor may open, and adds titles. */
export async function titledLinks(
  deps: MailDeps,
  actor: Actor,
  found: readonly FoundLink[],
): Promise<VisibleLinks> {
  const named = await Promise.all(
    [...Map.groupBy(found, ({ collection }) => collection)].map(([collection, list]) =>
      namedRecords(
        deps,
        actor,
        collection,
        list.map(({ pid }) => pid),
      ),
    ),
  )
  const titles = new Map(named.flatMap((records) => [...records]))
  const shown = (isOffered: boolean) =>
    found.flatMap((link): MailLink[] => {
      const record = titles.get(link.pid)
      if (record === undefined || link.isOffered !== isOffered) return []
      const { collection, pid, reason, detail } = link
      return [{ collection, pid, title: record.title, reason, detail }]
    })
  return { links: shown(false), offeredLinks: shown(true) }
}
