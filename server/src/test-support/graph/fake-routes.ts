import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { toAttachmentJson, toFolderJson, toJson } from './fake-responses.ts'
import { folderNames } from './fake-mailbox.ts'
import type { FakeAttachment, FakeMailbox, FakeMessage, FolderName } from './fake-mailbox.ts'
import { QueryRefusal, filter, search } from './fake-query.ts'

const maxRequestBytes = 4 * 1_048_576
const maxPage = 1_000
const usualPage = 10

export interface FakeResponse {
  status: number
  headers: Record<string, string>
  json?: unknown
  bytes?: Buffer
}

interface Upload {
  size: number
  bytes: Buffer
  finish: (bytes: Buffer) => void
}

export interface FakeCall {
  method: string
  url: URL
  authorization: string
  prefer: string
  contentType: string
  contentRange: string | null
  body: Buffer
  mailbox: FakeMailbox
  /** The path below the mailbox root. */
  rest: string
  uploads: Map<string, Upload>
  transport: (from: FakeMailbox, message: FakeMessage) => void
  origin: string
  deltaEpoch: number
}

export const refused = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): FakeResponse => ({
  status,
  headers,
  json: { error: { code, message: 'Not for people.', innerError: { date: '2026-11-20T00:00:00' } } },
})
const ok = (json: unknown, status = 200): FakeResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  json,
})
const nothing = (status: number): FakeResponse => ({ status, headers: {} })
const isImmutable = ({ prefer }: FakeCall) => /IdType="ImmutableId"/.test(prefer)

const Recipients = z.array(
  z.object({ emailAddress: z.object({ name: z.string().default(''), address: z.string() }) }),
)
const toPeople = (list: z.infer<typeof Recipients>) => list.map(({ emailAddress }) => emailAddress)
const Patch = z.object({
  isRead: z.boolean().optional(),
  flag: z.object({ flagStatus: z.enum(['notFlagged', 'flagged', 'complete']) }).optional(),
  bccRecipients: Recipients.optional(),
  attachments: z.never().optional(),
})
const Move = z.object({ destinationId: z.string() })
const Attachment = z.object({
  '@odata.type': z.literal('#microsoft.graph.fileAttachment'),
  name: z.string(),
  contentType: z.string(),
  contentBytes: z.string(),
  isInline: z.boolean().default(false),
  contentId: z.string().nullable().default(null),
})
const Session = z.object({
  AttachmentItem: Attachment.omit({ '@odata.type': true, contentBytes: true }).extend({ size: z.number() }),
})

function folderNamed(mailbox: FakeMailbox, asked: string): FolderName | undefined {
  const name = folderNames.find(
    (folderName) => folderName === asked || mailbox.folderIds.get(folderName) === asked,
  )
  return name !== undefined && mailbox.made.has(name) ? name : undefined
}

function listMessages(call: FakeCall, folder: FolderName | null): FakeResponse {
  const { mailbox, url } = call
  const asked = (name: string) => url.searchParams.get(`$${name}`)
  const [words, condition, orderBy] = [asked('search'), asked('filter'), asked('orderby')]
  const top = Number(asked('top') ?? usualPage)
  if (!Number.isInteger(top) || top < 1 || top > maxPage) return refused(400, 'ErrorInvalidUrlQuery')
  if (
    words !== null &&
    (condition !== null || orderBy !== null || asked('skip') !== null || asked('count') !== null)
  )
    return refused(400, 'SearchWithFilter')
  const all = mailbox.in(folder)
  const matching =
    words !== null ? search(all, words) : condition === null ? all : filter(all, condition, orderBy)
  const ordered =
    orderBy === 'receivedDateTime desc'
      ? matching.toSorted((a, other) => other.received.getTime() - a.received.getTime())
      : matching
  const start = Number(asked('skip') ?? url.searchParams.get('$skiptoken') ?? 0)
  const page = ordered.slice(start, start + top)
  const next = new URL(url)
  next.searchParams.delete('$skip')
  next.searchParams.set('$skiptoken', String(start + top))
  return ok({
    ...(asked('count') === 'true' && { '@odata.count': ordered.length }),
    ...(start + top < ordered.length && { '@odata.nextLink': next.href }),
    value: page.map((message) => toJson(mailbox, message, isImmutable(call), asked('select'))),
  })
}

/** Changes since a token, or everything without one, in pages of the requested size. */
function delta(call: FakeCall, folder: FolderName): FakeResponse {
  const { mailbox, url, deltaEpoch } = call
  const [epoch = '', since = '0'] = (
    url.searchParams.get('$deltatoken') ??
    url.searchParams.get('$skiptoken') ??
    `${deltaEpoch}.0`
  ).split('.')
  if (Number(epoch) !== deltaEpoch) return refused(410, 'syncStateNotFound')
  const size = Number(/maxpagesize=(\d+)/.exec(call.prefer)?.[1] ?? usualPage)
  const changed = mailbox.in(folder).filter((each) => each.changed > Number(since))
  const gone = mailbox.removed.filter((each) => each.changed > Number(since) && each.folder === folder)
  const from = url.searchParams.get('$filter')?.replace('receivedDateTime ge ', '')
  const rows = [
    ...changed
      .filter(({ received }) => from === undefined || received.getTime() >= Date.parse(from))
      .map((each) => ({
        at: each.changed,
        row: toJson(mailbox, each, isImmutable(call), url.searchParams.get('$select')),
      })),
    ...gone.map((each) => ({ at: each.changed, row: { id: each.id, '@removed': { reason: 'deleted' } } })),
  ].toSorted((a, other) => a.at - other.at)
  const page = rows.slice(0, size)
  const link = new URL(`${url.origin}${url.pathname}`)
  const isLast = page.length === rows.length
  link.searchParams.set(
    isLast ? '$deltatoken' : '$skiptoken',
    `${epoch}.${isLast ? mailbox.changes : page.at(-1)?.at}`,
  )
  return ok({
    [isLast ? '@odata.deltaLink' : '@odata.nextLink']: link.href,
    value: page.map(({ row }) => row),
  })
}

async function createDraft(call: FakeCall): Promise<FakeResponse> {
  const { mailbox, contentType, body } = call
  if (!contentType.startsWith('text/plain')) return refused(400, 'UnableToDeserializePostBody')
  const text = body.toString('latin1')
  if (!/^[A-Za-z0-9+/=\s]+$/.test(text)) return refused(400, 'ErrorMimeContentInvalidBase64String')
  const message = await mailbox.put(Buffer.from(text, 'base64'), 'drafts', { isDraft: true, isRead: true })
  return ok(toJson(mailbox, message, isImmutable(call), null), 201)
}

function addAttachment(message: FakeMessage, added: Omit<FakeAttachment, 'id'>): FakeAttachment {
  const attachment = { id: `AAMk${randomBytes(12).toString('base64url')}`, ...added }
  message.attachments.push(attachment)
  return attachment
}

function attachments(call: FakeCall, message: FakeMessage, [aid, part]: readonly string[]): FakeResponse {
  const { method, url, body, uploads, origin } = call
  const select = url.searchParams.get('$select')
  if (method === 'GET' && aid === undefined)
    return ok({ value: message.attachments.map((attachment) => toAttachmentJson(attachment, select)) })
  if (method === 'POST' && aid === undefined) {
    const {
      contentBytes,
      '@odata.type': _type,
      ...rest
    } = Attachment.parse(JSON.parse(body.toString('utf8')))
    const made = addAttachment(message, { ...rest, bytes: Buffer.from(contentBytes, 'base64') })
    return ok(toAttachmentJson(made, null), 201)
  }
  if (method === 'POST' && aid === 'createUploadSession') {
    const { size, ...rest } = Session.parse(JSON.parse(body.toString('utf8'))).AttachmentItem
    const path = `/upload/${randomBytes(12).toString('hex')}`
    uploads.set(path, {
      size,
      bytes: Buffer.alloc(0),
      finish: (bytes) => void addAttachment(message, { ...rest, bytes }),
    })
    return ok(
      {
        uploadUrl: `${origin}${path}`,
        expirationDateTime: '2099-01-01T00:00:00Z',
        nextExpectedRanges: ['0-'],
      },
      201,
    )
  }
  const found = message.attachments.find(({ id }) => id === aid)
  if (found === undefined) return refused(404, 'ErrorItemNotFound')
  if (method === 'GET' && part === '$value')
    return { status: 200, headers: { 'content-type': found.contentType }, bytes: found.bytes }
  return method === 'GET' ? ok(toAttachmentJson(found, null)) : refused(405, 'MethodNotAllowed')
}

function oneMessage(call: FakeCall, id: string, [part, ...further]: readonly string[]): FakeResponse {
  const { mailbox, method, url, body, transport } = call
  if (!/^[\w=-]+(\.\d+)?$/.test(id)) return refused(400, 'ErrorInvalidIdMalformed')
  const message = mailbox.find(id)
  if (message === undefined || message.isTravelling) return refused(404, 'ErrorItemNotFound')
  const asJson = (status = 200) =>
    ok(toJson(mailbox, message, isImmutable(call), url.searchParams.get('$select')), status)
  if (part === 'attachments') return attachments(call, message, further)
  if (method === 'GET' && part === '$value')
    return { status: 200, headers: { 'content-type': 'text/plain' }, bytes: message.raw }
  if (method === 'POST' && part === 'move') {
    const { destinationId } = Move.parse(JSON.parse(body.toString('utf8')))
    const target = folderNames.find(
      (name) => name === destinationId || mailbox.folderIds.get(name) === destinationId,
    )
    if (target === undefined) return refused(400, 'ErrorInvalidIdMalformed')
    mailbox.move(message, target)
    return asJson(201)
  }
  if (method === 'POST' && part === 'send') {
    if (!message.isDraft) return refused(400, 'ErrorInvalidOperation')
    transport(mailbox, message)
    return nothing(202)
  }
  if (part !== undefined) return refused(400, 'BadRequest')
  if (method === 'GET') return asJson()
  if (method === 'PATCH') {
    const { isRead, flag, bccRecipients } = Patch.parse(JSON.parse(body.toString('utf8')))
    message.isRead = isRead ?? message.isRead
    message.flagged = flag === undefined ? message.flagged : flag.flagStatus === 'flagged'
    message.bcc = bccRecipients === undefined ? message.bcc : toPeople(bccRecipients)
    message.changed = mailbox.nextChange()
    return asJson()
  }
  if (method !== 'DELETE') return refused(405, 'MethodNotAllowed')
  if (message.folder === 'deleteditems') mailbox.remove(message)
  else mailbox.move(message, 'deleteditems')
  return nothing(204)
}

function folders(call: FakeCall, [named = '', part, further]: readonly string[]): FakeResponse {
  const { mailbox, method } = call
  const folder = folderNamed(mailbox, named)
  if (folder === undefined) return refused(404, 'ErrorItemNotFound')
  if (method !== 'GET') return refused(405, 'MethodNotAllowed')
  if (part === undefined) return ok(toFolderJson(mailbox, folder))
  if (part !== 'messages') return refused(400, 'BadRequest')
  return further === 'delta' ? delta(call, folder) : listMessages(call, folder)
}

/** Handles one call on a mailbox that the caller may access. */
export async function answerMailbox(call: FakeCall): Promise<FakeResponse> {
  if (call.body.length > maxRequestBytes) return refused(413, 'ErrorMessageSizeExceeded')
  const [kind, ...segments] = call.rest.slice(1).split('/').map(decodeURIComponent)
  try {
    if (kind === 'mailFolders') return folders(call, segments)
    if (kind !== 'messages') return refused(400, 'BadRequest')
    const [id, ...further] = segments
    if (id !== undefined) return oneMessage(call, id, further)
    return call.method === 'POST' ? await createDraft(call) : listMessages(call, null)
  } catch (error) {
    if (error instanceof QueryRefusal) return refused(400, error.code)
    if (error instanceof z.ZodError || error instanceof SyntaxError) return refused(400, 'BadRequest')
    throw error
  }
}
