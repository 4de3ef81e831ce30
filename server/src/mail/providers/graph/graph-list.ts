import { foldersOutsideConversations } from '@portal/contract'
import { isEmptySearch } from '@portal/contract/mail-search'
import type { MailFolderId, MailMessageSummary } from '@portal/contract'
import { z } from 'zod'
import { isByConversation } from '../mail-provider.ts'
import type { MailProvider, MessagePage, MessageQuery } from '../mail-provider.ts'
import { orAbsent } from './graph-client.ts'
import { folderOf, readFolders } from './graph-folders.ts'
import type { GraphParts } from './graph-folders.ts'
import { isWithinDays, toFilter, toKql, toSearchParameter } from './graph-search.ts'
import { messageIdOf } from './graph-send.ts'
import { GraphSummary, summaryFields, toRemoteSummary } from './graph-shapes.ts'
import type { RemoteFolder } from './graph-shapes.ts'

/** Maximum number of results of a Graph search. */
const maxFound = 1_000
const maxPageOfFound = 250
/** Maximum number of drafts, and of outbox messages, in a search over all folders. */
const maxOwnFound = 100
/** Number of the newest messages of a folder that are grouped by conversation. */
const maxGrouped = 250
const maxOfConversation = 200

const Page = z.object({ value: z.array(GraphSummary), '@odata.count': z.number().optional() })

/** Rows `from` to `to` of a list, and the total count. */
type ReadLines = (from: number, to: number) => Promise<{ messages: GraphSummary[]; count: number }>

/** A list without search words: pages of a folder, counted by Graph. */
function listed({ client }: GraphParts, mailbox: string, path: string, { search }: MessageQuery): ReadLines {
  const filter = toFilter(search)
  return async (from, to) => {
    const { value, '@odata.count': count } = await client.json(mailbox, Page, {
      path,
      query: {
        $select: summaryFields,
        $top: String(to - from),
        $skip: String(from),
        $orderby: 'receivedDateTime desc',
        $count: 'true',
        ...(filter !== null && { $filter: filter }),
      },
    })
    return { messages: value.filter(({ isDraft }) => isDraft !== true), count: count ?? value.length }
  }
}

const receivedOf = ({ receivedDateTime }: GraphSummary) => new Date(receivedDateTime ?? 0).toISOString()

/** Results of a search. Graph neither counts nor skips them, so all are read and sliced here. */
function found(
  { client }: GraphParts,
  mailbox: string,
  path: string,
  kql: string,
  { search }: MessageQuery,
): ReadLines {
  return async (from, to) => {
    const query = {
      $select: summaryFields,
      $search: toSearchParameter(kql),
      $top: String(maxPageOfFound),
    }
    const rows = await client.all(mailbox, GraphSummary, { path, query }, maxFound)
    const meant = rows.filter((row) => row.isDraft !== true && isWithinDays(receivedOf(row), search))
    const newest = meant.toSorted((a, other) => receivedOf(other).localeCompare(receivedOf(a)))
    return { messages: newest.slice(from, to), count: newest.length }
  }
}

function reader(parts: GraphParts, mailbox: string, path: string, query: MessageQuery): ReadLines {
  const kql = isEmptySearch(query.search) ? null : toKql(query.search)
  const lines = kql === null ? listed(parts, mailbox, path, query) : found(parts, mailbox, path, kql, query)
  return async (from, to) => (await orAbsent(lines(from, to))) ?? { messages: [], count: 0 }
}

/** A page of a folder at Microsoft. */
export async function listRemoteFolder(
  parts: GraphParts,
  mailbox: string,
  folder: RemoteFolder,
  query: MessageQuery,
): Promise<MessagePage> {
  const { page, pageSize } = query
  const read = reader(parts, mailbox, `/mailFolders/${folder}/messages`, query)
  const [from, to] = [(page - 1) * pageSize, page * pageSize]
  if (isByConversation(query)) return groupedLines(read, folder, from, to)
  const { messages, count } = await read(from, to)
  return { messages: messages.map((message) => toRemoteSummary(message, folder)), count }
}

function toConversation(messages: readonly GraphSummary[], folder: RemoteFolder): MailMessageSummary[] {
  const [newest] = messages
  if (newest === undefined) return []
  const unreadCount = messages.filter(({ isRead }) => isRead !== true).length
  return [
    {
      ...toRemoteSummary(newest, folder),
      conversation: { count: messages.length, unreadCount, ids: messages.map(({ id }) => id) },
    },
  ]
}

/**
 * Rows of a folder by conversation. Graph cannot group, so the newest messages are grouped here and the older
 * ones follow one by one (decision 0071).
 */
async function groupedLines(
  read: ReadLines,
  folder: RemoteFolder,
  from: number,
  to: number,
): Promise<MessagePage> {
  const { messages, count } = await read(0, maxGrouped)
  const groups = [
    ...Map.groupBy(messages, (message) => message.conversationId ?? message.id).values(),
  ].flatMap((group) => toConversation(group, folder))
  const older = Math.max(0, count - maxGrouped)
  const lines = groups.slice(from, to)
  if (older > 0 && to > groups.length) {
    const rest = await read(maxGrouped + Math.max(0, from - groups.length), maxGrouped + to - groups.length)
    lines.push(...rest.messages.map((message) => toRemoteSummary(message, folder)))
  }
  return { messages: lines, count: groups.length + older }
}

/**
 * Outbox messages that Microsoft does not list yet. Until the portal records a sending, both have the message
 * under one Message-ID.
 */
async function onTheWay(
  local: MailProvider,
  mailbox: string,
  outbox: readonly MailMessageSummary[],
  remote: readonly GraphSummary[],
): Promise<MailMessageSummary[]> {
  const subjects = new Set(remote.map(({ subject }) => subject ?? ''))
  const messageIds = new Set(remote.map(({ internetMessageId }) => internetMessageId))
  const isListed = async ({ id, subject }: MailMessageSummary) => {
    const message = subjects.has(subject) ? await local.findMessage(mailbox, id) : undefined
    return message !== undefined && messageIds.has(messageIdOf(message))
  }
  const listed = await Promise.all(outbox.map(isListed))
  return outbox.filter((_, index) => listed[index] !== true)
}

/** The messages of a conversation at Microsoft and in the portal's outbox, newest first. */
export async function listConversation(
  parts: GraphParts,
  local: MailProvider,
  mailbox: string,
  conversationId: string,
): Promise<MailMessageSummary[]> {
  const query = {
    $filter: `conversationId eq '${conversationId.replaceAll("'", "''")}'`,
    $select: summaryFields,
    $top: String(maxOfConversation),
  }
  const [own, states, rows] = await Promise.all([
    local.listConversation(mailbox, conversationId),
    readFolders(parts, mailbox),
    orAbsent(parts.client.all(mailbox, GraphSummary, { path: '/messages', query }, maxOfConversation)),
  ])
  const sent = (rows ?? []).filter(({ isDraft }) => isDraft !== true)
  const there = sent.map((row) => toRemoteSummary(row, folderOf(states, row.parentFolderId)))
  const shown = there.filter(
    ({ folder }) =>
      !foldersOutsideConversations.some(
        (foldersOutsideConversation) => foldersOutsideConversation === folder,
      ),
  )
  const outbox = own.filter(({ folder }) => folder === 'outbox')
  return [...(await onTheWay(local, mailbox, outbox, sent)), ...shown]
    .toSorted((a, other) => other.receivedAt.localeCompare(a.receivedAt))
    .slice(0, maxOfConversation)
}

/**
 * A page over all folders: those at Microsoft, and the portal's own drafts and outbox. At most all of the
 * portal's own messages come before the page, so earlier rows need not be read from Microsoft.
 */
export async function listEverywhere(
  parts: GraphParts,
  local: MailProvider,
  mailbox: string,
  query: MessageQuery,
): Promise<MessagePage> {
  const { page, pageSize } = query
  const ownIn = (folder: MailFolderId) =>
    local.listMessages(mailbox, { ...query, folder, page: 1, pageSize: maxOwnFound })
  const [drafts, outbox, states] = await Promise.all([
    ownIn('drafts'),
    ownIn('outbox'),
    readFolders(parts, mailbox),
  ])
  const [from, to] = [(page - 1) * pageSize, page * pageSize]
  const skipped = Math.max(0, from - drafts.messages.length - outbox.messages.length)
  const remote = await reader(parts, mailbox, '/messages', query)(skipped, to)
  const own = [...drafts.messages, ...(await onTheWay(local, mailbox, outbox.messages, remote.messages))]
  const there = remote.messages.map((message): MailMessageSummary =>
    toRemoteSummary(message, folderOf(states, message.parentFolderId)),
  )
  const newest = [...own, ...there].toSorted((a, other) => other.receivedAt.localeCompare(a.receivedAt))
  return { messages: newest.slice(from - skipped, to - skipped), count: remote.count + own.length }
}
