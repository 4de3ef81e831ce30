import { MailPatch, Refusal } from '@portal/contract'
import type { MailFolder, MailMessage, MailMessageSummary, Role } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { parse } from '../../plugins/problems.ts'
import { actorOf, viewerOf } from '../../plugins/session.ts'
import { bodyDocument, bodyPolicy } from './body-document.ts'
import { downloadHeaders } from './download-headers.ts'
import type { OpenFile } from './draft-attachments.ts'
import { Courier } from './courier.ts'
import { draftRoutes } from './draft-routes.ts'
import { linksFor } from './link-message.ts'
import { mailboxFor } from './mailbox.ts'
import type { StoredMessage } from './mail-provider.ts'
import { openSmtpDoor } from './smtp-door.ts'
import type { SmtpDoor } from './smtp-door.ts'
import { findOfMessage, toSending } from './sendings.queries.ts'
import { AttachmentParams, BodyQuery, ListQuery, MailboxQuery, MessageParams } from './requests.ts'

/** Mail is a room of the staff; its pages are closed to clients (domain.md section 5). */
const config: { access: readonly Role[] } = { access: ['superadmin', 'admin', 'team'] }

const noMessage = () => new Refusal('not-found', 'There is no such message in this mailbox.')
const noAttachment = () => new Refusal('not-found', 'There is no such attachment in this mailbox.')

/** Addresses of a message's parts, which must be asked for with the same mailbox. */
function partUrl(mailbox: string, id: string, part: string): string {
  return `/api/mail/messages/${encodeURIComponent(id)}/${part}?mailbox=${encodeURIComponent(mailbox)}`
}

const pictureUrls = (mailbox: string, id: string) => (attachmentId: string) => partUrl(mailbox, id, `attachments/${encodeURIComponent(attachmentId)}`)

function toMessage(mailbox: string, message: StoredMessage): MailMessage {
  const { blockedPictures } = bodyDocument(message, 'light', pictureUrls(mailbox, message.id))
  const { html: _html, attachments, ...rest } = message
  const listed = attachments.filter(({ contentId }) => contentId === null).map(({ id, name, size, mimeType }) => ({ id, name, size, mimeType }))
  return { ...rest, attachments: listed, bodyUrl: partUrl(mailbox, message.id, 'body'), blockedPictures }
}

/** The message as it is opened: with the records it is about and how its sending stands. Throws 404 where `open` finds none. */
async function openedMessage(
  deps: Deps,
  request: FastifyRequest,
  mailbox: string,
  id: string,
  open: () => Promise<StoredMessage | undefined>,
): Promise<MailMessage> {
  // Read before the message: one that is told to be sent lies in the sent items by the time it is read.
  const sending = await findOfMessage(deps.database.kysely, id)
  const message = await open()
  if (message === undefined) throw noMessage()
  const links = await linksFor(deps, actorOf(request), id)
  return { ...toMessage(mailbox, message), links, ...(sending !== undefined && { sending: toSending(sending) }) }
}

/** The ids in a path; whatever cannot be an id is not found. */
function ids<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(request.params)
  if (!parsed.success) throw noMessage()
  return parsed.data
}

/** Mail arrives as long as this server stands, where SMTP_LISTEN says so: on the same host as its pages, loopback unless configured. */
function openDoor(app: FastifyInstance, deps: Deps): void {
  const { smtpListen: port, host } = deps.environment
  if (port === null) return
  let door: SmtpDoor | undefined
  app.addHook('onReady', async () => {
    door = await openSmtpDoor(deps, { port, host })
  })
  app.addHook('onClose', async () => door?.close())
}

/** What mail needs of other features; they meet in app.ts. */
export interface MailParts {
  openFile: OpenFile
}

/** The calls of contract.md section 6, and the courier that carries what is sent as long as this server stands. */
export function mailRoutes(deps: Deps, { openFile }: MailParts) {
  const { mail } = deps

  /** The query by its schema and the mailbox it names; judged before anything is looked up. */
  async function read<Schema extends z.ZodType<{ mailbox?: string | undefined }>>(request: FastifyRequest, schema: Schema) {
    const query = parse(schema, request.query, 'query')
    const viewer = viewerOf(request)
    if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
    return { query, mailbox: await mailboxFor(deps, viewer, query.mailbox) }
  }

  return async (app: FastifyInstance): Promise<void> => {
    const courier = new Courier(deps)
    app.addHook('onReady', () => courier.start())
    app.addHook('onClose', () => courier.stop())
    openDoor(app, deps)
    await app.register(draftRoutes(deps, config.access, openFile))

    app.route({
      method: 'GET',
      url: '/api/mail/folders',
      config,
      handler: async (request): Promise<{ folders: MailFolder[] }> => {
        const { mailbox } = await read(request, MailboxQuery)
        return { folders: await mail.listFolders(mailbox) }
      },
    })

    app.route({
      method: 'GET',
      url: '/api/mail/messages',
      config,
      handler: async (request): Promise<{ messages: MailMessageSummary[]; metadata: { count: number } }> => {
        const { mailbox, query } = await read(request, ListQuery)
        const { messages, count } = await mail.listMessages(mailbox, query)
        return { messages, metadata: { count } }
      },
    })

    app.route({
      method: 'GET',
      url: '/api/mail/messages/:id',
      config,
      handler: async (request): Promise<MailMessage> => {
        const { mailbox } = await read(request, MailboxQuery)
        const { id } = ids(request, MessageParams)
        return openedMessage(deps, request, mailbox, id, () => mail.findMessage(mailbox, id))
      },
    })

    app.route({
      method: 'PATCH',
      url: '/api/mail/messages/:id',
      config,
      handler: async (request): Promise<MailMessage> => {
        const { mailbox } = await read(request, MailboxQuery)
        const { id } = ids(request, MessageParams)
        if ((await mail.findMessage(mailbox, id)) === undefined) throw noMessage()
        const message = await mail.updateMessage(mailbox, id, parse(MailPatch, request.body, 'body'))
        return openedMessage(deps, request, mailbox, id, () => Promise.resolve(message))
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/mail/messages/:id',
      config,
      handler: async (request, reply) => {
        const { mailbox } = await read(request, MailboxQuery)
        if (!(await mail.deleteMessage(mailbox, ids(request, MessageParams).id))) throw noMessage()
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'GET',
      url: '/api/mail/messages/:id/body',
      config,
      handler: async (request, reply) => {
        const { mailbox, query } = await read(request, BodyQuery)
        const message = await mail.findMessage(mailbox, ids(request, MessageParams).id)
        if (message === undefined) throw noMessage()
        const { document } = bodyDocument(message, query.scheme, pictureUrls(mailbox, message.id))
        return reply
          .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': bodyPolicy, 'referrer-policy': 'no-referrer' })
          .send(document)
      },
    })

    app.route({
      method: 'GET',
      url: '/api/mail/messages/:id/attachments/:aid',
      config,
      handler: async (request, reply) => {
        const { mailbox } = await read(request, MailboxQuery)
        const { id, aid } = ids(request, AttachmentParams)
        const found = await mail.openAttachment(mailbox, id, aid)
        if (found === undefined) throw noAttachment()
        const { name, mimeType, size } = found.attachment
        return reply.headers({ ...downloadHeaders(name, mimeType), 'content-length': size }).send(found.body)
      },
    })

    app.route({
      method: 'GET',
      url: '/api/mail/messages/:id/raw',
      config,
      handler: async (request, reply) => {
        const { mailbox } = await read(request, MailboxQuery)
        const raw = await mail.openRaw(mailbox, ids(request, MessageParams).id)
        if (raw === undefined) throw noMessage()
        return reply.headers(downloadHeaders('message.eml', 'message/rfc822')).send(raw)
      },
    })
  }
}
