import type { Readable } from 'node:stream'
import type { MailFolderId } from '@portal/contract'
import type { z } from 'zod'
import { sendBatch } from './graph-batch.ts'
import type { BatchedAnswer } from './graph-batch.ts'
import { GraphError } from './graph-client.ts'
import type { GraphClient } from './graph-client.ts'
import { GraphFolder, remoteFolders } from './graph-shapes.ts'
import type { RemoteFolder } from './graph-shapes.ts'

export type FolderState = z.infer<typeof GraphFolder>
export type FolderStates = ReadonlyMap<RemoteFolder, FolderState>

/** What mailbox and what for; the parts of the adapter share it. */
export interface GraphParts {
  client: GraphClient
  /** Scheme, host and port of the API. */
  origin: string
  rootOf: (mailbox: string) => Promise<string>
  /** The address a mailbox writes from, in lower case. */
  addressOf: (mailbox: string) => Promise<string>
  wait: (ms: number) => Promise<void>
  /** Words of HTML that others wrote. */
  toText: (html: string) => Promise<string>
  /** Bytes as the virus scanner has seen them; throws 422 for infected ones. */
  scan: (body: Readable) => Promise<Readable>
}

export function batch(
  { client, wait }: GraphParts,
  mailbox: string,
  root: string,
  requests: Parameters<typeof sendBatch>[3],
): Promise<BatchedAnswer[]> {
  return sendBatch(client, mailbox, root, requests, wait)
}

/**
 * Counts and ids of the folders that lie at Microsoft; one that was never made (archive, conversation
 * history) is absent.
 */
export async function readFolders(parts: GraphParts, mailbox: string): Promise<FolderStates> {
  const path = (folder: RemoteFolder) => `/mailFolders/${folder}?$select=id,unreadItemCount,totalItemCount`
  const requests = remoteFolders.map((folder) => ({ method: 'GET' as const, path: path(folder) }))
  const answers = await batch(parts, mailbox, await parts.rootOf(mailbox), requests)
  const found = answers.flatMap(({ status, body }, place): [RemoteFolder, FolderState][] => {
    const folder = remoteFolders[place]
    if (folder === undefined || status === 404) return []
    if (status >= 400) throw new GraphError(status, 'folder')
    return [[folder, GraphFolder.parse(body)]]
  })
  if (found.length === 0) throw new GraphError(404, 'MailboxNotEnabledForRESTAPI')
  return new Map(found)
}

/** How many messages of the inbox at Microsoft are unread. */
export async function readUnread(parts: GraphParts, mailbox: string): Promise<number> {
  const requests = [
    { method: 'GET' as const, path: '/mailFolders/inbox?$select=id,unreadItemCount,totalItemCount' },
  ]
  const [answer] = await batch(parts, mailbox, await parts.rootOf(mailbox), requests)
  if (answer === undefined || answer.status >= 400) throw new GraphError(answer?.status ?? 502, 'folder')
  return GraphFolder.parse(answer.body).unreadItemCount
}

/**
 * The folder of a message by the id of what it lies in; a folder of the person's own making counts as the
 * archive.
 */
export function folderOf(states: FolderStates, parentFolderId: string | null | undefined): MailFolderId {
  return [...states].find(([, { id }]) => id === parentFolderId)?.[0] ?? 'archive'
}
