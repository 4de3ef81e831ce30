import { Readable } from 'node:stream'
import { mailFolderIds, mailFolderNames, maxCounted } from '@portal/contract'
import { readExchangeResults } from '../../authentication/authentication-results.ts'
import type { MailProvider, StoredAttachment, StoredMessage } from '../mail-provider.ts'
import { changeRemote, deleteRemote } from './graph-changes.ts'
import { orAbsent, toRefusal } from './graph-client.ts'
import { folderOf, readFolders, readUnread } from './graph-folders.ts'
import type { GraphParts } from './graph-folders.ts'
import { fetchNewMail } from './graph-delta.ts'
import { listConversation, listEverywhere, listRemoteFolder } from './graph-list.ts'
import { sendViaGraph } from './graph-send.ts'
import {
  GraphAttachment,
  GraphMessage,
  isRemoteFolder,
  messageFields,
  toAddress,
  toRemoteSummary,
} from './graph-shapes.ts'

/** Upper bound for the attachments of a message. */
const maxAttachments = 1_000

const segment = (id: string) => encodeURIComponent(id)

async function readAttachments(
  { client }: GraphParts,
  mailbox: string,
  id: string,
): Promise<StoredAttachment[]> {
  const rows = await client.all(
    mailbox,
    GraphAttachment,
    {
      path: `/messages/${segment(id)}/attachments`,
      query: { $select: 'id,name,contentType,size,isInline,microsoft.graph.fileAttachment/contentId' },
    },
    maxAttachments,
  )
  return rows.map(({ id: attachmentId, name, size, contentType, isInline, contentId }) => ({
    id: attachmentId,
    name: name ?? 'attachment',
    size,
    mimeType: contentType ?? 'application/octet-stream',
    contentId: isInline === true ? (contentId ?? null) : null,
  }))
}

async function readMessage(
  parts: GraphParts,
  mailbox: string,
  id: string,
): Promise<StoredMessage | undefined> {
  const message = await orAbsent(
    parts.client.json(mailbox, GraphMessage, {
      path: `/messages/${segment(id)}`,
      query: { $select: messageFields },
    }),
  )
  if (message === undefined) return undefined
  const [states, attachments] = await Promise.all([
    readFolders(parts, mailbox),
    readAttachments(parts, mailbox, id),
  ])
  const { contentType = 'text', content = '' } = message.body ?? {}
  const html = contentType.toLowerCase() === 'html' ? content : null
  const headers = message.internetMessageHeaders ?? []
  const hasId = headers.some(({ name }) => name.toLowerCase() === 'message-id')
  const own =
    hasId || (message.internetMessageId ?? '') === ''
      ? []
      : [{ name: 'Message-ID', value: message.internetMessageId ?? '' }]
  const folder = folderOf(states, message.parentFolderId)
  const authentication =
    folder === 'sentitems' ? undefined : readExchangeResults(headers, toAddress(message.from).address)
  return {
    ...toRemoteSummary(message, folder),
    ...(authentication && { authentication }),
    cc: message.ccRecipients.map(toAddress),
    bcc: message.bccRecipients.map(toAddress),
    replyTo: message.replyTo.map(toAddress),
    headers: [...own, ...headers],
    text: html === null ? content : await parts.toText(html),
    html,
    attachments,
  }
}

async function streamOf(response: Response): Promise<Readable> {
  return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body)
}

/** Wraps a call so that its errors are messages for people. */
function inWords<Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await call(...args)
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

/**
 * Mailboxes at Microsoft through the Graph API: a person's own with their token, a shared one with the
 * portal's token. Drafts and the outbox are kept by the portal for every provider (decision 0012): `local`
 * stores them, and sent messages under the id of their draft.
 */
export function createGraphMail(parts: GraphParts, local: MailProvider, sharedMailbox: string): MailProvider {
  const { client } = parts
  const isLocal = async (mailbox: string, id: string) => (await local.findMessage(mailbox, id)) !== undefined
  return {
    kind: 'graph',
    listFolders: inWords(async (mailbox) => {
      const [own, states] = await Promise.all([local.listFolders(mailbox), readFolders(parts, mailbox)])
      return mailFolderIds.map((id) => {
        const state = isRemoteFolder(id) ? states.get(id) : own.find((folder) => folder.id === id)
        const [unreadCount, totalCount] =
          state === undefined
            ? [0, 0]
            : 'unreadCount' in state
              ? [state.unreadCount, state.totalCount]
              : [state.unreadItemCount, state.totalItemCount]
        return { id, name: mailFolderNames[id], unreadCount, totalCount }
      })
    }),
    countUnread: inWords(async (mailbox) => Math.min(await readUnread(parts, mailbox), maxCounted + 1)),
    listMessages: inWords((mailbox, query) => {
      const { folder } = query
      if (folder === null) return listEverywhere(parts, local, mailbox, query)
      return isRemoteFolder(folder)
        ? listRemoteFolder(parts, mailbox, folder, query)
        : local.listMessages(mailbox, query)
    }),
    listConversation: inWords((mailbox, conversationId) =>
      listConversation(parts, local, mailbox, conversationId),
    ),
    findMessage: inWords(async (mailbox, id) => {
      return (await local.findMessage(mailbox, id)) ?? readMessage(parts, mailbox, id)
    }),
    openMessage: inWords(async (mailbox, id, caller) => {
      const opened = await local.openMessage(mailbox, id, caller)
      return opened.message === undefined
        ? { ...opened, message: await readMessage(parts, mailbox, id) }
        : opened
    }),
    openAttachment: inWords(async (mailbox, id, attachmentId) => {
      if (await isLocal(mailbox, id)) return local.openAttachment(mailbox, id, attachmentId)
      const attachment = (await orAbsent(readAttachments(parts, mailbox, id)))?.find(
        (each) => each.id === attachmentId,
      )
      if (attachment === undefined) return undefined
      const response = await client.send(mailbox, {
        path: `/messages/${segment(id)}/attachments/${segment(attachmentId)}/$value`,
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const body = await parts.scan(Readable.from(bytes.length === 0 ? [] : [bytes]))
      return { attachment: { ...attachment, size: bytes.length }, body }
    }),
    openRaw: inWords(async (mailbox, id) => {
      if (await isLocal(mailbox, id)) return local.openRaw(mailbox, id)
      const response = await orAbsent(client.send(mailbox, { path: `/messages/${segment(id)}/$value` }))
      return response === undefined ? undefined : parts.scan(await streamOf(response))
    }),
    changeMessages: inWords(async (mailbox, changes) => {
      const here = await local.changeMessages(mailbox, changes)
      const done = new Set(here.map(({ id }) => id))
      const rest = changes.filter(({ id }) => !done.has(id))
      return rest.length === 0 ? here : [...here, ...(await changeRemote(parts, mailbox, rest))]
    }),
    deleteMessages: inWords(async (mailbox, ids) => {
      const here = await local.deleteMessages(mailbox, ids)
      const done = new Set([...here.moved, ...here.deleted])
      const rest = ids.filter((id) => !done.has(id))
      if (rest.length === 0) return here
      const there = await deleteRemote(parts, mailbox, rest)
      return { moved: [...here.moved, ...there.moved], deleted: [...here.deleted, ...there.deleted] }
    }),
    lookForNew: (mailbox, mark) => fetchNewMail(parts, mailbox, mark),
    ping: inWords(async () => {
      await client.send(sharedMailbox, { path: '/mailFolders/inbox', query: { $select: 'id' } })
    }),
    // The outbox decides by the kind of error, so errors are not converted here.
    carry: (message) => sendViaGraph(parts, local, message),
  }
}
