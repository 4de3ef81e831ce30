import { MailPatch, Refusal, inEnglish } from '@portal/contract'
import type { MailFolder, MailMessage, MailMessageSummary, Role } from '@portal/contract'
import { localize } from '#platform/language/localize.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { MailDeps } from './deps.ts'
import type { PendingSession } from '#platform/sessions/pending-session.ts'
import { requireAccess } from '#platform/http/access.ts'
import { languageOf } from '#platform/http/language.ts'
import { withVerifiedSession } from '#platform/sessions/optimistic-session.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf, sessionUserOf } from '#platform/sessions/session.ts'
import { attachmentRoutes } from './reading/attachment-routes.ts'
import type { StoreFile } from './reading/attachment-routes.ts'
import { bodyDocument, bodyPolicy } from './reading/body-document.ts'
import { downloadHeaders } from './reading/download-headers.ts'
import type { OpenFile } from './drafts/draft-attachments.ts'
import { bulkRoutes } from './reading/bulk-routes.ts'
import { changeMessages, deleteMessages } from './reading/change-messages.ts'
import { OutboxWorker } from './outbox/outbox-worker.ts'
import { draftRoutes } from './drafts/draft-routes.ts'
import { titledLinks } from './linking/link-message.ts'
import { hintsOf } from './linking/mail-hints.ts'
import { idsOf, noMessage, readMailCall } from './reading/mail-request.ts'
import { recipientsIn, sayableReason, withReportIn } from './inbound/read-report.ts'
import type { StoredMessage } from './providers/mail-provider.ts'
import { authorsOf } from './parsing/parse-addresses.ts'
import { pictureAddress } from './reading/remote-picture.ts'
import { rereadMessages } from './inbound/reread-messages.ts'
import { shownPart } from './parsing/shown-part.ts'
import { startSmtpServer } from './inbound/smtp-server.ts'
import type { SmtpServer } from './inbound/smtp-server.ts'
import { senderContext } from './linking/sender-context.ts'
import { watchMailboxes } from './providers/watch-mailboxes.ts'
import { BodyQuery, ConversationQuery, ListQuery, MailboxQuery, MessageParams } from './reading/requests.ts'

/** Mail is for staff only (domain.md 5). */
const config: { access: readonly Role[] } = { access: ['superadmin', 'admin', 'team'] }

/** URLs of a message's parts, which need the same mailbox. */
function partUrl(mailbox: string, id: string, part: string): string {
  return `/api/mail/messages/${encodeURIComponent(id)}/${part}?mailbox=${encodeURIComponent(mailbox)}`
}

async function toMessage(deps: MailDeps, mailbox: string, message: StoredMessage): Promise<MailMessage> {
  const { value, limit } = await deps.mailParser.signsOf(message)
  const { blockedPictures, strangeLinks, shown } = value ?? {
    blockedPictures: 0,
    strangeLinks: [],
    shown: [],
  }
  const hints = hintsOf(message, { ...(await senderContext(deps, message)), strangeLinks })
  const { html: _html, attachments, ...rest } = message
  const listed = attachments
    .filter(({ id }) => !shown.includes(id))
    .map(({ contentId: _contentId, ...each }) => each)
  const unread = limit ?? rest.unreadRest
  const authors = authorsOf(rest.headers)
  const bodyUrl = partUrl(mailbox, message.id, 'body')
  return {
    ...rest,
    ...(authors.length > 0 && { authors }),
    hasAttachments: listed.length > 0,
    attachments: listed,
    bodyUrl,
    blockedPictures,
    hints,
    ...(unread !== undefined && { unreadRest: unread }),
  }
}

/** The document of a message's body; only its plain text when the HTML exceeds a limit. */
async function shownBody(
  deps: MailDeps,
  mailbox: string,
  message: StoredMessage,
  { scheme, pictures }: z.infer<typeof BodyQuery>,
): Promise<string> {
  const elsewhere =
    pictures === 'shown' ? (url: string) => pictureAddress(deps.environment.secretKey, url) : null
  const { html, text, subject, attachments } = message
  const attachmentUrl = partUrl(mailbox, message.id, 'attachments/{id}')
  const shown = await deps.mailParser.showBody({
    message: { html, text, subject, attachments },
    scheme,
    attachmentUrl,
    elsewhere,
  })
  return (
    shown.value?.document ??
    bodyDocument({ html: null, text, subject, attachments: [] }, scheme, { attachment: () => '' }).document
  )
}

/** The opened message with its links and the state of its sending. */
async function openedMessage(
  deps: MailDeps,
  request: FastifyRequest,
  mailbox: string,
  id: string,
  pendingSession?: PendingSession,
): Promise<MailMessage> {
  const {
    message: found,
    sending,
    links: linked,
    outcomes,
  } = await deps.mail.openMessage(mailbox, id, pendingSession)
  // A message recorded as sent has meanwhile moved to the sent items.
  const isStale = sending?.state === 'sent' && found?.folder === 'outbox'
  const message = isStale ? await deps.mail.findMessage(mailbox, id) : found
  if (message === undefined) throw noMessage()
  const links = await titledLinks(deps, actorOf(request), linked)
  const made = linked.filter(({ isOffered }) => !isOffered)
  const isOwn = mailbox === sessionUserOf(request)?.pid
  const sharing = isOwn && made.length > 0 ? { isShared: made.every(({ isShared }) => isShared) } : {}
  const say = localize(languageOf(request))
  const { report, ...whole } = await toMessage(deps, mailbox, withReportIn(shownPart(message), say))
  return {
    ...whole,
    ...(report !== undefined && {
      report: { ...report, recipients: recipientsIn(report.recipients, say) },
    }),
    ...links,
    ...sharing,
    ...(sending !== null && { sending }),
    ...(outcomes.length > 0 && {
      outcomes: outcomes.map((outcome) => ({ ...outcome, reason: say(sayableReason(outcome.reason)) })),
    }),
  }
}

/**
 * Starts the SMTP server with this server if SMTP_LISTEN is set: on the same host as the pages, by default
 * loopback.
 */
function openDoor(app: FastifyInstance, deps: MailDeps): void {
  const { smtpListen: port, host } = deps.environment
  if (port === null) return
  let door: SmtpServer | undefined
  app.addHook('onReady', async () => {
    door = await startSmtpServer(deps, { port, host })
  })
  app.addHook('onClose', async () => door?.close())
}

/**
 * A read-only route, which may start before the session is read. The session is read in parallel (decision
 * 0009).
 */
function readingRoute(
  app: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, pendingSession: PendingSession | undefined) => Promise<object>,
): void {
  app.route({
    method: 'GET',
    url,
    config: { ...config, isSpeculative: true },
    handler: (request, reply) =>
      withVerifiedSession(request, reply, (pendingSession) => {
        requireAccess(request, config.access)
        return handler(request, pendingSession)
      }),
  })
}

/** Functions of other features that mail needs, passed in by app.ts. */
export interface MailFiles {
  openFile: OpenFile
  storeFile: StoreFile
}

/** The routes of contract.md 6, and the outbox worker, which runs as long as this server. */
export function mailRoutes(deps: MailDeps, { openFile, storeFile }: MailFiles) {
  const { mail } = deps

  return async (app: FastifyInstance): Promise<void> => {
    const courier = new OutboxWorker(deps)
    app.addHook('onReady', () => courier.start())
    app.addHook('onClose', () => courier.stop())
    openDoor(app, deps)
    const watch = watchMailboxes(deps)
    app.addHook('onReady', async () => watch?.start())
    app.addHook('onClose', async () => watch?.stop())
    const rereading = rereadMessages(deps)
    app.addHook('onReady', async () => {
      rereading.start()
      rereading.wake()
    })
    app.addHook('onClose', () => rereading.stop())
    await app.register(draftRoutes(deps, config.access, openFile))
    await app.register(bulkRoutes(deps, config.access))
    await app.register(attachmentRoutes(deps, config.access, storeFile))

    readingRoute(
      app,
      '/api/mail/folders',
      async (request, pendingSession): Promise<{ folders: MailFolder[] }> => {
        const { mailbox } = await readMailCall(deps, request, MailboxQuery, pendingSession)
        return { folders: await mail.listFolders(mailbox) }
      },
    )

    readingRoute(
      app,
      '/api/mail/messages',
      async (
        request,
        pendingSession,
      ): Promise<{ messages: MailMessageSummary[]; metadata: { count: number } }> => {
        const { mailbox, query, viewer } = await readMailCall(deps, request, ListQuery, pendingSession)
        const { messages, count } = await mail.listMessages(
          mailbox,
          { ...query, search: { ...query.search, timeZone: viewer.timeZone } },
          pendingSession,
        )
        return { messages, metadata: { count } }
      },
    )

    readingRoute(
      app,
      '/api/mail/conversations',
      async (request, pendingSession): Promise<{ messages: MailMessageSummary[] }> => {
        const { mailbox, query } = await readMailCall(deps, request, ConversationQuery, pendingSession)
        return { messages: await mail.listConversation(mailbox, query.id) }
      },
    )

    readingRoute(app, '/api/mail/messages/:id', async (request, pendingSession): Promise<MailMessage> => {
      const { mailbox } = await readMailCall(deps, request, MailboxQuery, pendingSession)
      const { id } = idsOf(request, MessageParams)
      return openedMessage(deps, request, mailbox, id, pendingSession)
    })

    app.route({
      method: 'PATCH',
      url: '/api/mail/messages/:id',
      config,
      handler: async (request): Promise<MailMessage> => {
        const { mailbox } = await readMailCall(deps, request, MailboxQuery)
        const { id } = idsOf(request, MessageParams)
        if ((await mail.findMessage(mailbox, id)) === undefined) throw noMessage()
        const change = { id, ...parse(MailPatch, request.body, 'body') }
        const { failed } = await changeMessages(deps, mailbox, [change], inEnglish)
        for (const { reason } of failed) throw new Refusal('transition-refused', reason, { unmet: [reason] })
        return openedMessage(deps, request, mailbox, id)
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/mail/messages/:id',
      config,
      handler: async (request, reply) => {
        const { mailbox } = await readMailCall(deps, request, MailboxQuery)
        const { id } = idsOf(request, MessageParams)
        const { failed } = await deleteMessages(deps, mailbox, [id], inEnglish)
        if (failed.length > 0) throw noMessage()
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'GET',
      url: '/api/mail/messages/:id/body',
      config,
      handler: async (request, reply) => {
        const { mailbox, query } = await readMailCall(deps, request, BodyQuery)
        const message = await mail.findMessage(mailbox, idsOf(request, MessageParams).id)
        if (message === undefined) throw noMessage()
        const say = localize(languageOf(request))
        const document = await shownBody(deps, mailbox, withReportIn(shownPart(message), say), query)
        return reply
          .headers({
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': bodyPolicy,
            'referrer-policy': 'no-referrer',
          })
          .send(document)
      },
    })

    app.route({
      method: 'GET',
      url: '/api/mail/messages/:id/raw',
      config,
      handler: async (request, reply) => {
        const { mailbox } = await readMailCall(deps, request, MailboxQuery)
        const raw = await mail.openRaw(mailbox, idsOf(request, MessageParams).id)
        if (raw === undefined) throw noMessage()
        return reply.headers(downloadHeaders('message.eml', 'message/rfc822')).send(raw)
      },
    })
  }
}
