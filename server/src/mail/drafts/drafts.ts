import { createHash, randomBytes } from 'node:crypto'
import { Refusal, invalid, makePid, maxRecipients, phrase } from '@portal/contract'
import type { Language, MailDraft, MailDraftPatch, NewMailDraft, ReplyKind } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { putClean } from '#domain/scanning/scan-bytes.ts'
import { WorkerLimitError } from '#platform/workers/worker-pool.ts'
import type { MailDeps } from '../deps.ts'
import { localize } from '#platform/language/localize.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'
import { findDraft, lockMessage, saveDraft, toDraft } from './drafts.queries.ts'
import type { DraftContent, DraftRow } from './drafts.queries.ts'
import { quotedBody } from './quote.ts'
import { responseTo } from './reply-rules.ts'
import { identitiesOf, identityAmong } from '../reading/identities.ts'
import { insertMessage } from '../inbound/insert-message.queries.ts'
import { withReportIn } from '../inbound/read-report.ts'
import { removeMessage, selectStoredAttachments } from '../reading/mail.queries.ts'
import type { NewMessage } from '../inbound/insert-message.queries.ts'
import type { MessagePeople, StoredMessage } from '../providers/mail-provider.ts'
import { authorsOf } from '../parsing/parse-addresses.ts'
import { shownPart } from '../parsing/shown-part.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'

/** The mailbox of a call, and the caller. */
export interface MailCall {
  sessionUser: SessionUser
  mailbox: string
  /** Language of the person who writes. */
  language: Language
}

export const noDraft = () => new Refusal('not-found', 'Draft not found in this mailbox.')

function requireFewRecipients({ to, cc, bcc }: MessagePeople): void {
  const count = to.length + cc.length + bcc.length
  if (count <= maxRecipients) return
  throw invalid(
    'body.to',
    'too-many',
    phrase('A message can have up to {{mostRecipients}} recipients. This one has {{count}}.', {
      mostRecipients: maxRecipients,
      count,
    }),
  )
}

/** Header of a new message: its thread and the Message-ID it will be sent with. */
type Thread = Pick<NewMessage, 'conversationId' | 'headers' | 'messageId'>

function newThread(
  id: string,
  address: string,
  answered?: { conversationId: string; inReplyTo: string | null; references: readonly string[] },
): Thread {
  const messageId = `${id.toLowerCase()}.${randomBytes(6).toString('hex')}@${address.slice(address.lastIndexOf('@') + 1)}`
  const headers = [{ name: 'Message-ID', value: `<${messageId}>` }]
  if (answered !== undefined && answered.inReplyTo !== null)
    headers.push({ name: 'In-Reply-To', value: answered.inReplyTo })
  if (answered !== undefined && answered.references.length > 0)
    headers.push({ name: 'References', value: answered.references.join(' ') })
  return { conversationId: answered?.conversationId ?? id, headers, messageId }
}

interface NewDraft extends DraftContent, Thread {
  id: string
  attachments: NewMessage['attachments']
}

async function insertDraft(
  deps: MailDeps,
  { mailbox }: MailCall,
  { people, ...draft }: NewDraft,
): Promise<MailDraft> {
  requireFewRecipients(people)
  const made = await deps.database.kysely.transaction().execute(async (trx) => {
    const at = deps.clock.now()
    await insertMessage(trx, {
      ...draft,
      ...people,
      mailbox,
      folder: 'drafts',
      receivedAt: at,
      isRead: true,
      flag: false,
    })
    await notifyMailbox(deps, trx, mailbox, 'draft')
    return findDraft(trx, mailbox, draft.id)
  })
  if (made === undefined) throw noDraft()
  return toDraft(made)
}

/** The sanitized body of a draft and its plain text; throws when it cannot be parsed in time. */
async function readBody(deps: MailDeps, html: string): Promise<{ html: string; text: string }> {
  try {
    return await deps.mailParser.draftBody(html)
  } catch (error) {
    if (error instanceof WorkerLimitError)
      throw invalid(
        'body.html',
        'malformed',
        'The text of this message is too complex. Remove pasted formatting and try again.',
      )
    throw error
  }
}

/**
 * The id of a draft created with an idempotency key. It is always the same, so that a retry creates no second
 * draft.
 */
function idUnder(key: string, { sessionUser, mailbox }: MailCall): string {
  return makePid(0, createHash('sha256').update(`draft ${sessionUser.pid} ${mailbox} ${key}`).digest())
}

/** `POST /api/mail/drafts`; a retry with the same `idempotencyKey` answers the current draft. */
export async function createDraft(
  deps: MailDeps,
  call: MailCall,
  body: NewMailDraft,
  idempotencyKey: string | null = null,
): Promise<MailDraft> {
  const from = identityAmong(await identitiesOf(deps, call.sessionUser), body.from ?? call.mailbox)
  const { to = [], cc = [], bcc = [], subject = '' } = body
  const { html, text } = await readBody(deps, body.html ?? '')
  const id = idempotencyKey === null ? deps.ids.pid() : idUnder(idempotencyKey, call)
  const people = { to, cc, bcc, replyTo: [] }
  return insertDraft(deps, call, {
    id,
    from,
    people,
    subject,
    html,
    text,
    attachments: [],
    ...newThread(id, from.address),
  })
}

/** The draft, locked. Throws 409 when it is being sent or was sent. */
export async function lockDraft(
  trx: Transaction<Tables>,
  { mailbox }: MailCall,
  id: string,
): Promise<DraftRow> {
  const found = await lockMessage(trx, mailbox, id)
  if (found === undefined) throw noDraft()
  if (found.row.folder === 'outbox' || found.row.folder === 'sentitems')
    throw new Refusal('transition-refused', 'This message was already sent.', {
      unmet: ['This message was already sent.'],
    })
  if (found.row.folder !== 'drafts') throw noDraft()
  return found
}

/** Throws 409 with the current draft unless the version is the current one. */
export function requireVersion(draft: DraftRow, version: number): void {
  if (draft.row.version === version) return
  throw new Refusal('version-conflict', 'This draft was saved in another window.', {
    current: { ...toDraft(draft) },
  })
}

/** `PATCH /api/mail/drafts/{id}`: saves the next version of the draft. */
export async function patchDraft(
  deps: MailDeps,
  call: MailCall,
  id: string,
  patch: MailDraftPatch,
): Promise<MailDraft> {
  const from =
    patch.from === undefined
      ? undefined
      : identityAmong(await identitiesOf(deps, call.sessionUser), patch.from)
  // Parsed before the transaction, which would otherwise keep the draft locked meanwhile.
  const body = patch.html === undefined ? undefined : await readBody(deps, patch.html)
  return deps.database.kysely.transaction().execute(async (trx) => {
    const draft = await lockDraft(trx, call, id)
    requireVersion(draft, patch.version)
    const { row, people } = draft
    const content: DraftContent = {
      from: from ?? { name: row.from_name, address: row.from_address },
      people: {
        to: patch.to ?? people.to,
        cc: patch.cc ?? people.cc,
        bcc: patch.bcc ?? people.bcc,
        replyTo: [],
      },
      subject: patch.subject ?? row.subject,
      html: body?.html ?? row.html ?? '',
      text: body?.text ?? row.text,
    }
    requireFewRecipients(content.people)
    await saveDraft(trx, draft, content, deps.clock.now())
    await notifyMailbox(deps, trx, call.mailbox, 'draft')
    return toDraft((await lockMessage(trx, call.mailbox, id)) ?? draft)
  })
}

/** `GET /api/mail/drafts/{id}`. */
export async function getDraft(deps: MailDeps, { mailbox }: MailCall, id: string): Promise<MailDraft> {
  const draft = await findDraft(deps.database.kysely, mailbox, id)
  if (draft === undefined) throw noDraft()
  return toDraft(draft)
}

/** `DELETE /api/mail/drafts/{id}`: deletes the draft permanently, with bytes that nothing else uses. */
export async function deleteDraft(deps: MailDeps, call: MailCall, id: string): Promise<void> {
  const unneeded = await deps.database.kysely.transaction().execute(async (trx) => {
    await lockDraft(trx, call, id)
    await notifyMailbox(deps, trx, call.mailbox, 'draft')
    return removeMessage(trx, call.mailbox, id)
  })
  for (const key of unneeded) await deps.store.moveToBin(key, 'object')
}

/**
 * Copies the attachments of a message to a draft. Copies share bytes in the store; bytes of another provider
 * are fetched.
 */
async function keepAttachments(
  deps: MailDeps,
  mailbox: string,
  id: string,
  wanted: readonly StoredMessage['attachments'][number][],
): Promise<NewMessage['attachments']> {
  const here = new Map(
    (await selectStoredAttachments(deps.database.kysely, mailbox, id)).map((each) => [
      each.attachment.id,
      each.storeKey,
    ]),
  )
  const kept: NewMessage['attachments'][number][] = []
  for (const attachment of wanted) {
    const storeKey = here.get(attachment.id)
    if (storeKey !== undefined) kept.push({ ...attachment, id: deps.ids.pid(), storeKey })
    else {
      const found = await deps.mail.openAttachment(mailbox, id, attachment.id)
      if (found === undefined) continue
      const { size } = found.attachment
      const key = randomBytes(16).toString('hex')
      await putClean(deps, key, found.body, { size })
      kept.push({ ...attachment, size, id: deps.ids.pid(), storeKey: key })
    }
  }
  return kept
}

/**
 * `POST /api/mail/messages/{id}/{reply,replyAll,forward}`: creates the draft of a reply by the rules of the
 * contract.
 */
export async function answerMessage(
  deps: MailDeps,
  call: MailCall,
  message: StoredMessage,
  kind: ReplyKind,
): Promise<MailDraft> {
  const { sessionUser, mailbox, language } = call
  const from = identityAmong(await identitiesOf(deps, sessionUser), mailbox)
  const { to, cc, subject, inReplyTo, references } = responseTo(
    kind,
    { ...message, authors: authorsOf(message.headers) },
    [sessionUser.email, mailbox],
  )
  // Pictures of the quoted body are always copied, other attachments only for a forward.
  const wanted = message.attachments.filter(({ contentId }) => kind === 'forward' || contentId !== null)
  const kept = await keepAttachments(deps, mailbox, message.id, wanted)
  const say = localize(language)
  const quoted = await deps.mailParser.quote(withReportIn(shownPart(message), say))
  const { html, text } = await readBody(
    deps,
    quotedBody(kind, { ...message, html: quoted }, { zone: sessionUser.timeZone, say }),
  )
  const id = deps.ids.pid()
  return insertDraft(deps, call, {
    id,
    from,
    people: {
      to: to.slice(0, maxRecipients),
      cc: cc.slice(0, Math.max(0, maxRecipients - to.length)),
      bcc: [],
      replyTo: [],
    },
    subject,
    html,
    text,
    attachments: kept,
    ...newThread(id, from.address, { conversationId: message.conversationId, inReplyTo, references }),
  })
}
