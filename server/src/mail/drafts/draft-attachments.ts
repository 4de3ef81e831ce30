import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Refusal, invalid, isEmptyText, maxAttachmentsBytes, phrase } from '@portal/contract'
import type { Actor, MailDraft } from '@portal/contract'
import { putClean } from '#domain/scanning/scan-bytes.ts'
import type { MailDeps } from '../deps.ts'
import { isFull } from '../inbound/arrival-limits.ts'
import { lockDraft } from './drafts.ts'
import type { MailCall } from './drafts.ts'
import { attachedBytes, lockMessage, removeAttachment, toDraft } from './drafts.queries.ts'
import { insertAttachments } from '../inbound/insert-message.queries.ts'
import { unneededKeys } from '../reading/mail.queries.ts'

/**
 * Opens a file of the portal after the access check; throws otherwise. Passed in by app.ts, which connects
 * the features.
 */
export type OpenFile = (
  deps: MailDeps,
  actor: Actor,
  pid: string,
) => Promise<{ name: string; mimeType: string; size: number; storeKey: string }>

/** Bytes to be attached. */
export interface NewAttachment {
  name: string
  mimeType: string
  size: number
  bytes: Readable
  /** Shown in the body instead of the list of attachments. */
  inline: boolean
}

export const tooLarge = () => new Refusal('too-large', 'Attachments can’t be larger than 25 MB in total.')

const maxNameLength = 255
const mimeTypePattern = /^[a-z0-9][\w!#$&^.+-]{0,100}\/[\w!#$&^.+-]{1,100}$/i

function nameOf(name: string): string {
  if (isEmptyText(name)) throw invalid('body.file', 'required', 'The file has no name.')
  if (/\p{Cc}/u.test(name))
    throw invalid('body.file', 'malformed', 'The file name has a line break or another control character.')
  if (name.length > maxNameLength)
    throw invalid(
      'body.file',
      'too-long',
      phrase('The file name is longer than {{longestName}} characters.', { longestName: maxNameLength }),
    )
  return name.toWellFormed()
}

/**
 * `POST /api/mail/drafts/{id}/attachments`: answers the draft with the new attachment last. The bytes are
 * stored before the row that needs them.
 */
export async function addAttachment(
  deps: MailDeps,
  call: MailCall,
  id: string,
  added: NewAttachment,
): Promise<MailDraft> {
  const name = nameOf(added.name)
  if (added.size > maxAttachmentsBytes) throw tooLarge()
  if (await isFull(deps, call.mailbox))
    throw new Refusal(
      'too-large',
      'This mailbox is full. Permanently delete messages with large attachments, then attach the file again.',
    )
  const storeKey = randomBytes(16).toString('hex')
  await putClean(deps, storeKey, added.bytes, { size: added.size }, `${name}, which was attached to a draft`)
  try {
    return await deps.database.kysely.transaction().execute(async (trx) => {
      const draft = await lockDraft(trx, call, id)
      if (attachedBytes(draft) + added.size > maxAttachmentsBytes) throw tooLarge()
      const attachmentId = deps.ids.pid()
      const mimeType = mimeTypePattern.test(added.mimeType)
        ? added.mimeType.toLowerCase()
        : 'application/octet-stream'
      const contentId = added.inline ? `${attachmentId.toLowerCase()}@portal` : null
      await insertAttachments(trx, draft.row.seq, [
        { id: attachmentId, name, mimeType, size: added.size, contentId, storeKey },
      ])
      return toDraft((await lockMessage(trx, call.mailbox, id)) ?? draft)
    })
  } catch (error) {
    await deps.store.delete(storeKey)
    throw error
  }
}

/** Attaches a file of the portal that the caller may read, with its current bytes. */
export async function attachFile(
  deps: MailDeps,
  call: MailCall,
  actor: Actor,
  id: string,
  openFile: OpenFile,
  filePid: string,
): Promise<MailDraft> {
  const { name, mimeType, size, storeKey } = await openFile(deps, actor, filePid)
  if (size > maxAttachmentsBytes) throw tooLarge()
  const { body: bytes } = await deps.store.get(storeKey)
  return addAttachment(deps, call, id, { name, mimeType, size, bytes, inline: false })
}

/** Attaches bytes from memory, such as those of a form. */
export function attachBytes(
  deps: MailDeps,
  call: MailCall,
  id: string,
  file: { name: string; mimeType: string; bytes: Buffer; inline: boolean },
): Promise<MailDraft> {
  const { bytes, ...rest } = file
  return addAttachment(deps, call, id, {
    ...rest,
    size: bytes.length,
    bytes: Readable.from(bytes.length === 0 ? [] : [bytes]),
  })
}

/** `DELETE /api/mail/drafts/{id}/attachments/{aid}`: answers the draft without it. */
export async function deleteAttachment(
  deps: MailDeps,
  call: MailCall,
  id: string,
  attachmentId: string,
): Promise<MailDraft> {
  const { unneeded, draft } = await deps.database.kysely.transaction().execute(async (trx) => {
    const locked = await lockDraft(trx, call, id)
    const key = await removeAttachment(trx, locked, attachmentId)
    if (key === undefined) throw new Refusal('not-found', 'Attachment not found on this draft.')
    return {
      unneeded: await unneededKeys(trx, [key]),
      draft: toDraft((await lockMessage(trx, call.mailbox, id)) ?? locked),
    }
  })
  for (const key of unneeded) await deps.store.moveToBin(key, 'object')
  return draft
}
