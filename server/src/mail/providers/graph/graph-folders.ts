import type { Readable } from 'node:stream'
import type { MailFolderId } from '@portal/contract'
import type { z } from 'zod'
import { sendBatch } from './graph-batch.ts'
import type { BatchedResponse } from './graph-batch.ts'
import { GraphError } from './graph-client.ts'
import type { GraphClient } from './graph-client.ts'
import { GraphFolder, remoteFolders } from './graph-shapes.ts'
import type { RemoteFolder } from './graph-shapes.ts'

export type FolderState = z.infer<typeof GraphFolder>
export type FolderStates = ReadonlyMap<RemoteFolder, FolderState>

/** Dependencies shared by the parts of the adapter. */
export interface GraphParts {
  client: GraphClient
  /** Scheme, host and port of the API. */
  origin: string
  rootOf: (mailbox: string) => Promise<string>
  /** The sender address of a mailbox, in lower case. */
  addressOf: (mailbox: string) => Promise<string>
  wait: (ms: number) => Promise<void>
  /** Plain text of untrusted HTML. */
  toText: (html: string) => Promise<string>
  /** The bytes after the virus scan; throws 422 when they are infected. */
  scan: (body: Readable) => Promise<Readable>
}

export function batch(
  { client, wait }: GraphParts,
  mailbox: string,
  root: string,
  requests: Parameters<typeof sendBatch>[3],
): Promise<BatchedResponse[]> {
  return sendBatch(client, mailbox, root, requests, wait)
}

/**
 * Counts and ids of the folders at Microsoft; folders that were never created (archive, conversation history)
 * are absent.
 */
export async function readFolders(parts: GraphParts, mailbox: string): Promise<FolderStates> {
  const path = (folder: RemoteFolder) => `/mailFolders/${folder}?$select=id,unreadItemCount,totalItemCount`
  const requests = remoteFolders.map((folder) => ({ method: 'GET' as const, path: path(folder) }))
  const responses = await batch(parts, mailbox, await parts.rootOf(mailbox), requests)
  const found = responses.flatMap(({ status, body }, index): [RemoteFolder, FolderState][] => {
    const folder = remoteFolders[index]
    if (folder === undefined || status === 404) return []
    if (status >= 400) throw new GraphError(status, 'folder')
    return [[folder, GraphFolder.parse(body)]]
  })
  if (found.length === 0) throw new GraphError(404, 'MailboxNotEnabledForRESTAPI')
  return new Map(found)
}

/** Number of unread messages in the inbox at Microsoft. */
export async function readUnread(parts: GraphParts, mailbox: string): Promise<number> {
  const requests = [
    { method: 'GET' as const, path: '/mailFolders/inbox?$select=id,unreadItemCount,totalItemCount' },
  ]
  const [answer] = await batch(parts, mailbox, await parts.rootOf(mailbox), requests)
  if (answer === undefined || answer.status >= 400) throw new GraphError(answer?.status ?? 502, 'folder')
  return GraphFolder.parse(answer.body).unreadItemCount
}

/** The portal's folder for a folder id at Microsoft; folders created by the user count as the archive. */
export function folderOf(states: FolderStates, parentFolderId: string | null | undefined): MailFolderId {
  return [...states].find(([, { id }]) => id === parentFolderId)?.[0] ?? 'archive'
}
