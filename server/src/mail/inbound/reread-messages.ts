import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { PollingWorker } from '#platform/jobs/polling-worker.ts'
import { putScanned } from '#domain/scanning/scan-bytes.ts'
import type { MailDeps } from '../deps.ts'
import { listAttachments } from '../drafts/drafts.queries.ts'
import { insertAttachments, toRow } from './insert-message.queries.ts'
import { selectStoredAttachments } from '../reading/mail.queries.ts'
import type { MailMessageTable } from '../mail.tables.ts'
import type { ParsedMessage } from '../parsing/parse-message.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'

type Row = Selectable<MailMessageTable>
type Part = ParsedMessage['attachments'][number]
type Stored = Awaited<ReturnType<typeof selectStoredAttachments>>[number]

const pollIntervalMs = 600_000

/** The columns that parsing decides. Folder, the readers' changes and the authentication stay unchanged. */
function columnsOf(
  row: Row,
  { attachments: _attachments, references: _references, to, cc, replyTo, ...message }: ParsedMessage,
) {
  const { folder, received_at: receivedAt, is_read: isRead, flag } = row
  const made = toRow({ ...message, people: { to, cc, bcc: [], replyTo }, folder, receivedAt, isRead, flag })
  const {
    raw_key: _key,
    authentication: _authentication,
    size_bytes: _size,
    message_id: _id,
    ...columns
  } = made
  return columns
}

/** Pairs each part with the stored attachment of the same size and type; both are in the same order. */
function pairParts(
  parts: readonly Part[],
  stored: readonly Stored[],
): { part: Part; kept: Stored | undefined }[] {
  const unpaired = [...stored]
  return parts.map((part) => {
    const index = unpaired.findIndex(
      ({ attachment: { size, mimeType } }) => size === part.bytes.length && mimeType === part.mimeType,
    )
    return { part, kept: index === -1 ? undefined : unpaired.splice(index, 1)[0] }
  })
}

async function keepPart(deps: MailDeps, { bytes }: Part): Promise<string> {
  const key = randomBytes(16).toString('hex')
  await putScanned(deps, key, Readable.from(bytes.length === 0 ? [] : [bytes]), { size: bytes.length })
  return key
}

/** The message, locked until the transaction ends; undefined if another server has parsed it meanwhile. */
function lockUnread(trx: Transaction<Tables>, { seq }: Row): Promise<Row | undefined> {
  return trx
    .selectFrom('mail_messages')
    .selectAll()
    .where('seq', '=', seq)
    .where('needs_reading', '=', true)
    .forUpdate()
    .executeTakeFirst()
}

/** Parses a message from outside again: updates its columns and adds missing attachments. None is removed. */
async function rereadRaw(deps: MailDeps, row: Row, rawKey: string): Promise<void> {
  const { kysely } = deps.database
  const parsed = await deps.mailParser.parseMessage(await buffer((await deps.store.get(rawKey)).body))
  // A slow machine must not reduce what is shown.
  const isCutShort =
    (parsed.unreadRest === 'time' || parsed.unreadRest === 'memory') && row.unread_rest === null
  const pairs = isCutShort
    ? []
    : pairParts(parsed.attachments, await selectStoredAttachments(kysely, row.mailbox, row.id))
  const added: Parameters<typeof insertAttachments>[2][number][] = []
  for (const { part, kept } of pairs) {
    if (kept === undefined)
      added.push({
        ...part,
        id: deps.ids.pid(),
        size: part.bytes.length,
        storeKey: await keepPart(deps, part),
      })
  }
  await kysely.transaction().execute(async (trx) => {
    if ((await lockUnread(trx, row)) === undefined) return
    await trx
      .updateTable('mail_messages')
      .set({ ...(!isCutShort && columnsOf(row, parsed)), needs_reading: false })
      .where('seq', '=', row.seq)
      .execute()
    let hasChanged = added.length > 0
    for (const { part, kept } of pairs) {
      if (kept === undefined || kept.attachment.contentId === part.contentId) continue
      hasChanged = true
      await trx
        .updateTable('mail_attachments')
        .set({ content_id: part.contentId })
        .where('id', '=', kept.attachment.id)
        .execute()
    }
    await insertAttachments(trx, row.seq, added)
    if (hasChanged) await notifyMailbox(deps, trx, row.mailbox, 'changed')
  })
}

/** Lists the attachments of a message written in the portal that its body does not show. */
async function rejudgeWritten(deps: MailDeps, row: Row): Promise<void> {
  const { kysely } = deps.database
  const attachments = (await selectStoredAttachments(kysely, row.mailbox, row.id)).map(
    ({ attachment }) => attachment,
  )
  const { value } = await deps.mailParser.signsOf({
    html: row.html,
    text: row.text,
    subject: row.subject,
    attachments,
  })
  const unseen =
    value === null
      ? []
      : attachments.filter(({ id, contentId }) => contentId !== null && !value.shown.includes(id))
  await kysely.transaction().execute(async (trx) => {
    if ((await lockUnread(trx, row)) === undefined) return
    await trx.updateTable('mail_messages').set({ needs_reading: false }).where('seq', '=', row.seq).execute()
    if (unseen.length === 0) return
    await listAttachments(
      trx,
      unseen.map(({ id }) => id),
    )
    await notifyMailbox(deps, trx, row.mailbox, 'changed')
  })
}

/**
 * Parses the newest message stored by an earlier version again; false if there is none. Source: decision
 * 0052.
 */
export async function rereadNext(deps: MailDeps): Promise<boolean> {
  const { kysely } = deps.database
  const row = await kysely
    .selectFrom('mail_messages')
    .selectAll()
    .where('needs_reading', '=', true)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return false
  try {
    await (row.raw_key === null ? rejudgeWritten(deps, row) : rereadRaw(deps, row, row.raw_key))
  } catch (error) {
    // A message that cannot be parsed again stays unchanged and must not block the others.
    deps.log.warn({ err: error, message: row.id }, 'stored mail not read again')
    await kysely
      .updateTable('mail_messages')
      .set({ needs_reading: false })
      .where('seq', '=', row.seq)
      .execute()
  }
  return true
}

/** Parses all messages stored by earlier versions again, one after the other. */
export function rereadMessages(deps: MailDeps): PollingWorker {
  return new PollingWorker({
    pollIntervalMs,
    next: () => rereadNext(deps),
    onError: (error) => deps.log.error({ err: error }, 'stored mail not read again'),
  })
}
