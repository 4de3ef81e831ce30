import {
  Refusal,
  invalid,
  isMailAddress,
  maxAttachmentsBytes,
  maxRecipients,
  undoSendMs,
  phrase,
} from '@portal/contract'
import type { MailDraft, MailSending } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { requireServable } from '#domain/scanning/scan-bytes.ts'
import type { MailDeps } from '../deps.ts'
import { tooLarge } from '../drafts/draft-attachments.ts'
import {
  attachedBytes,
  fileMessage,
  findDraft,
  listAttachments,
  lockMessage,
  toDraft,
} from '../drafts/drafts.queries.ts'
import type { DraftRow } from '../drafts/drafts.queries.ts'
import { lockDraft, noDraft, requireVersion } from '../drafts/drafts.ts'
import type { MailCall } from '../drafts/drafts.ts'
import { identitiesOf, identityAmong } from '../reading/identities.ts'
import { selectStoredAttachments } from '../reading/mail.queries.ts'
import {
  findByKey,
  insertSending,
  idempotencyKeyTaken,
  lockOfMessage,
  pendingOf,
  toSending,
  updateSending,
} from './sendings.queries.ts'
import type { StoredSending } from './sendings.queries.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'

export interface SendCommand {
  id: string
  idempotencyKey: string
  /** The version the writer saw; undefined: the current one. */
  version: number | undefined
}

function requireSendable(draft: DraftRow): void {
  const { to, cc, bcc } = draft.people
  const everybody = [...to, ...cc, ...bcc]
  if (everybody.length === 0) throw invalid('to', 'required', 'Add a recipient.')
  if (everybody.length > maxRecipients)
    throw invalid(
      'to',
      'too-many',
      phrase('A message can have up to {{mostRecipients}} recipients.', { mostRecipients: maxRecipients }),
    )
  const wrong = everybody.filter(({ address }) => !isMailAddress(address)).map(({ address }) => address)
  if (wrong.length > 0)
    throw invalid('to', 'malformed', phrase('Invalid address: {{wrong}}', { wrong: wrong.join(', ') }))
  if (attachedBytes(draft) > maxAttachmentsBytes) throw tooLarge()
}

function refused(sentence: string): Refusal {
  return new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/**
 * A message moved manually from the outbox to the drafts cancels its earlier sending. Throws when a recipient
 * may already have the message.
 */
async function endEarlier(trx: Transaction<Tables>, draft: DraftRow): Promise<void> {
  const earlier = await lockOfMessage(trx, draft.row.id)
  if (earlier === undefined) return
  if (earlier.state === 'sent' || !isWithNobody(draft, earlier))
    throw refused('This message was already sent.')
  await updateSending(trx, earlier.id, { state: 'taken-back', claimed_by: null, claimed_until: null })
}

/**
 * Pictures that were inserted into the text of a draft and removed again. They are sent as listed
 * attachments.
 */
async function findUnseenPictures(
  deps: MailDeps,
  { mailbox }: MailCall,
  id: string,
): Promise<{ version: number; ids: string[] }> {
  const draft = await findDraft(deps.database.kysely, mailbox, id)
  if (draft === undefined) return { version: 0, ids: [] }
  const { html, subject, attachments, version } = toDraft(draft)
  const inText = attachments.filter(({ contentId }) => contentId !== null)
  if (inText.length === 0) return { version, ids: [] }
  const { value } = await deps.mailParser.signsOf({ html, text: draft.row.text, subject, attachments })
  return {
    version,
    ids: inText.flatMap((each) => (value === null || value.shown.includes(each.id) ? [] : [each.id])),
  }
}

/**
 * `POST /api/mail/drafts/{id}/send`: moves the draft to the outbox and creates its sending, in one
 * transaction. A retry with the same key answers the same sending in its current state. Source: contract.md
 * 6, checklist item 89.
 */
export async function sendDraft(
  deps: MailDeps,
  call: MailCall,
  { id, idempotencyKey, version }: SendCommand,
): Promise<MailSending> {
  const { sessionUser, mailbox } = call
  const identities = await identitiesOf(deps, sessionUser)
  const attached = await selectStoredAttachments(deps.database.kysely, mailbox, id)
  await requireServable(
    deps,
    attached.map(({ attachment, storeKey }) => ({ name: attachment.name, storeKey })),
  )
  const unseen = await findUnseenPictures(deps, call, id)
  const sending = await deps.database.kysely.transaction().execute(async (trx) => {
    // The message is locked first, so that parallel calls with the same key are detected here.
    const message = await lockMessage(trx, mailbox, id)
    const earlier = await findByKey(trx, sessionUser.pid, idempotencyKey)
    if (message === undefined) throw noDraft()
    if (earlier !== undefined) {
      if (earlier.message !== id) throw idempotencyKeyTaken()
      if (earlier.state === 'taken-back') throw refused('Sending was canceled.')
      return earlier
    }
    const draft = await lockDraft(trx, call, id)
    const from = identityAmong(identities, draft.row.from_address)
    requireSendable(draft)
    if (version !== undefined) requireVersion(draft, version)
    if (unseen.version === draft.row.version) await listAttachments(trx, unseen.ids)
    await endEarlier(trx, draft)
    const now = deps.clock.now()
    const undoUntil = new Date(now.getTime() + undoSendMs)
    await fileMessage(trx, draft.row.seq, {
      folder: 'outbox',
      received_at: now,
      from_name: from.name,
      from_address: from.address,
    })
    await notifyMailbox(deps, trx, mailbox, 'outbox')
    return insertSending(trx, {
      id: deps.ids.pid(),
      message: id,
      mailbox,
      sender: sessionUser.pid,
      idempotency_key: idempotencyKey,
      state: 'waiting',
      undo_until: undoUntil,
      due_at: undoUntil,
      pending: null,
      reason: null,
      claimed_by: null,
      claimed_until: null,
    })
  })
  deps.outbox.wake()
  return toSending(sending)
}

/**
 * Whether no recipient can have the message. A running attempt checks the claim before it sends the last
 * byte.
 */
function isWithNobody({ people: { to, cc, bcc } }: DraftRow, sending: StoredSending): boolean {
  const pending = pendingOf(sending)
  const everybody = new Set([...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase()))
  return !sending.handed_over && (pending === null || pending.length === everybody.size)
}

/**
 * `DELETE /api/mail/drafts/{id}/send`: turns the message back into its draft, as long as no recipient can
 * have it.
 */
export async function takeBack(deps: MailDeps, { mailbox }: MailCall, id: string): Promise<MailDraft> {
  return deps.database.kysely.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, mailbox, id)
    if (message === undefined) throw noDraft()
    const sending = await lockOfMessage(trx, id)
    if (message.row.folder !== 'outbox' || sending === undefined)
      throw refused('This message is not in the outbox.')
    if (!isWithNobody(message, sending))
      throw refused('Can’t be canceled: the message may have reached some recipients.')
    await updateSending(trx, sending.id, { state: 'taken-back', claimed_by: null, claimed_until: null })
    await fileMessage(trx, message.row.seq, { folder: 'drafts' })
    await notifyMailbox(deps, trx, mailbox, 'draft')
    return toDraft(message)
  })
}

/** `POST /api/mail/messages/{id}/resend`: a person retries a failed sending for the remaining recipients. */
export async function resend(deps: MailDeps, { mailbox }: MailCall, id: string): Promise<MailSending> {
  const sending = await deps.database.kysely.transaction().execute(async (trx) => {
    const message = await lockMessage(trx, mailbox, id)
    if (message === undefined) throw new Refusal('not-found', 'Message not found in this mailbox.')
    const found = await lockOfMessage(trx, id)
    if (message.row.folder !== 'outbox' || found?.state !== 'failed')
      throw refused('Only messages that could not be sent can be resent.')
    const again = {
      state: 'waiting',
      due_at: deps.clock.now(),
      attempts: 0,
      handed_over: false,
      reason: null,
    } as const
    await updateSending(trx, found.id, again)
    await notifyMailbox(deps, trx, mailbox, 'outbox')
    return { ...found, ...again }
  })
  deps.outbox.wake()
  return toSending(sending)
}
