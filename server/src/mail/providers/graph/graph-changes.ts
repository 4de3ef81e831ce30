import type { MailChange, MailFolderId, MailPatch } from '@portal/contract'
import type { ChangedMessage } from '../mail-provider.ts'
import type { BatchedRequest } from './graph-batch.ts'
import { GraphError } from './graph-client.ts'
import { batch, folderOf, readFolders } from './graph-folders.ts'
import type { GraphParts } from './graph-folders.ts'
import { GraphSummary, isRemoteFolder, toAddress } from './graph-shapes.ts'

interface RemoteMessage {
  id: string
  folder: MailFolderId
  isRead: boolean
  flag: boolean
  from: string
}

const segment = (id: string) => encodeURIComponent(id)

/** Current state of these messages; unknown ones are absent. */
async function readLying(
  parts: GraphParts,
  mailbox: string,
  root: string,
  ids: readonly string[],
): Promise<Map<string, RemoteMessage>> {
  const states = await readFolders(parts, mailbox)
  const requests = ids.map((id) => ({
    method: 'GET' as const,
    path: `/messages/${segment(id)}?$select=id,isRead,flag,parentFolderId,from`,
  }))
  const responses = await batch(parts, mailbox, root, requests)
  return new Map(
    responses.flatMap(({ status, body }, index): [string, RemoteMessage][] => {
      const id = ids[index]
      if (status >= 500) throw new GraphError(status, 'message')
      if (id === undefined || status >= 400) return []
      const { isRead, flag, parentFolderId, from } = GraphSummary.parse(body)
      const lies = {
        folder: folderOf(states, parentFolderId),
        isRead: isRead ?? false,
        flag: flag?.flagStatus === 'flagged',
      }
      return [[id, { id, ...lies, from: toAddress(from).address.toLowerCase() }]]
    }),
  )
}

/**
 * The target folder. Exchange does not store where a message was deleted from: messages sent by the mailbox
 * are restored to the sent items, all others to the inbox.
 */
function targetOf(
  { folder, restore }: MailPatch,
  lying: RemoteMessage,
  address: string,
): MailFolderId | undefined {
  if (restore === true) return lying.from === address ? 'sentitems' : 'inbox'
  return folder
}

/** The requests of a change; the id stays the same (immutable ids). */
function requestsFor(change: MailChange, lying: RemoteMessage, address: string): BatchedRequest[] {
  const { isRead, flag } = change
  const target = targetOf(change, lying, address)
  const values = {
    ...(isRead !== undefined && { isRead }),
    ...(flag !== undefined && { flag: { flagStatus: flag ? 'flagged' : 'notFlagged' } }),
  }
  const path = `/messages/${segment(change.id)}`
  const patch: BatchedRequest[] =
    Object.keys(values).length === 0 ? [] : [{ method: 'PATCH', path, body: values }]
  const isMove = target !== undefined && target !== lying.folder && isRemoteFolder(target)
  return isMove
    ? [...patch, { method: 'POST', path: `${path}/move`, body: { destinationId: target } }]
    : patch
}

function beforeOf({ isRead, flag, folder, restore }: MailPatch, lying: RemoteMessage): MailPatch {
  return {
    ...(isRead !== undefined && { isRead: lying.isRead }),
    ...(flag !== undefined && { flag: lying.flag }),
    ...((folder !== undefined || restore === true) && { folder: lying.folder }),
  }
}

/** Changes messages at Microsoft in batches: first the fields, then the moves. */
export async function changeRemote(
  parts: GraphParts,
  mailbox: string,
  changes: readonly MailChange[],
): Promise<ChangedMessage[]> {
  const [root, address] = [await parts.rootOf(mailbox), await parts.addressOf(mailbox)]
  const last = [...new Map(changes.map((change) => [change.id, change])).values()]
  const lying = await readLying(
    parts,
    mailbox,
    root,
    last.map(({ id }) => id),
  )
  const able = last.flatMap((change) => {
    const found = lying.get(change.id)
    if (found === undefined || (change.restore === true && found.folder !== 'deleteditems')) return []
    // Drafts and the outbox belong to the portal; messages at Microsoft cannot be moved there.
    if (change.folder !== undefined && !isRemoteFolder(change.folder)) return []
    return [{ change, found, requests: requestsFor(change, found, address) }]
  })
  const failed = new Set<string>()
  for (const turn of [0, 1]) {
    const now = able.flatMap(({ change, requests }) => {
      const request = requests[turn]
      return request === undefined || failed.has(change.id) ? [] : [{ id: change.id, request }]
    })
    const responses = await batch(
      parts,
      mailbox,
      root,
      now.map(({ request }) => request),
    )
    for (const [place, { status }] of responses.entries()) if (status >= 400) failed.add(now[place]?.id ?? '')
  }
  return able
    .filter(({ change }) => !failed.has(change.id))
    .map(({ change, found }) => ({ id: change.id, before: beforeOf(change, found) }))
}

/** Moves messages to the deleted items; messages already there are deleted permanently. */
export async function deleteRemote(
  parts: GraphParts,
  mailbox: string,
  ids: readonly string[],
): Promise<{ moved: string[]; deleted: string[] }> {
  const root = await parts.rootOf(mailbox)
  const lying = [...(await readLying(parts, mailbox, root, [...new Set(ids)])).values()]
  const requests = lying.map(({ id, folder }): BatchedRequest => {
    const path = `/messages/${segment(id)}`
    return folder === 'deleteditems'
      ? { method: 'DELETE', path }
      : { method: 'POST', path: `${path}/move`, body: { destinationId: 'deleteditems' } }
  })
  const responses = await batch(parts, mailbox, root, requests)
  const done = lying.filter((_, index) => (responses[index]?.status ?? 500) < 400)
  const idsOf = (list: readonly RemoteMessage[]) => list.map(({ id }) => id)
  return {
    moved: idsOf(done.filter(({ folder }) => folder !== 'deleteditems')),
    deleted: idsOf(done.filter(({ folder }) => folder === 'deleteditems')),
  }
}
