import multipart from '@fastify/multipart'
import {
  AttachFile,
  LinkMail,
  MailDraftPatch,
  NewMailDraft,
  NewMailTask,
  Refusal,
  SendDraft,
  invalid,
  maxAttachmentsBytes,
  replyKinds,
} from '@portal/contract'
import type { MailDraft, MailSending, MailSharing, MailTask, Role } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MailDeps } from '../deps.ts'
import { languageOf } from '#platform/http/language.ts'
import { readForm } from '#platform/http/multipart.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'
import { attachBytes, attachFile, deleteAttachment, tooLarge } from './draft-attachments.ts'
import type { OpenFile } from './draft-attachments.ts'
import { answerMessage, createDraft, deleteDraft, getDraft, patchDraft } from './drafts.ts'
import type { MailCall } from './drafts.ts'
import { linkMessage, linksFor, shareMessage, unlinkMessage } from '../linking/link-message.ts'
import type { VisibleLinks } from '../linking/link-message.ts'
import { makeTask } from '../reading/make-task.ts'
import { mailboxFor } from '../reading/mailbox.ts'
import { AttachmentParams, MailboxQuery, MessageParams } from '../reading/requests.ts'
import { resend, sendDraft, takeBack } from '../outbox/send-draft.ts'
import { countSending } from '../outbox/send-limit.ts'

const keyPattern = /^[\x20-\x7e]{1,200}$/

function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '')
    throw invalid('headers.idempotency-key', 'required', 'Idempotency-Key: is missing')
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw invalid(
      'headers.idempotency-key',
      'malformed',
      'Idempotency-Key: is not 1 to 200 printable characters',
    )
  return key
}

const notFound = () => new Refusal('not-found', 'Message not found in this mailbox.')

function idOf(request: FastifyRequest): string {
  const parsed = MessageParams.safeParse(request.params)
  if (!parsed.success) throw notFound()
  return parsed.data.id
}

/** The only file of a form, in memory: its size is limited to that of all attachments of a message. */
async function fileOf(
  request: FastifyRequest,
): Promise<{ name: string; mimeType: string; bytes: Buffer; inline: boolean }> {
  const file = await readForm(() => request.file())
  if (file === undefined) throw invalid('file', 'required', 'file is missing')
  const bytes = await readForm(() => file.toBuffer())
  if (file.file.truncated) throw tooLarge()
  if (file.fieldname !== 'file') throw invalid(file.fieldname, 'unknown-field', 'send one file, named file')
  return { name: file.filename, mimeType: file.mimetype, bytes, inline: 'inline' in file.fields }
}

/**
 * Routes of contract.md 6 for writing, sending and linking. `openFile` opens a file of the portal to attach.
 */
export function draftRoutes(deps: MailDeps, access: readonly Role[], openFile: OpenFile) {
  const config = { access }

  async function callOf(request: FastifyRequest): Promise<MailCall> {
    const { mailbox } = parse(MailboxQuery, request.query, 'query')
    const sessionUser = sessionOf(request)
    const language = languageOf(request)
    return { sessionUser, mailbox: await mailboxFor(deps, sessionUser, mailbox), language }
  }

  /** A message of the caller's mailbox. */
  async function messageOf(request: FastifyRequest) {
    const call = await callOf(request)
    const message = await deps.mail.findMessage(call.mailbox, idOf(request))
    if (message === undefined) throw notFound()
    return { call, message }
  }

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: maxAttachmentsBytes, fields: 2, files: 1, fieldSize: 100 },
    })

    app.post('/api/mail/drafts', { config }, async (request, reply) => {
      const call = await callOf(request)
      const key = request.headers['idempotency-key'] === undefined ? null : idempotencyKey(request)
      return reply
        .code(201)
        .send(await createDraft(deps, call, parse(NewMailDraft, request.body ?? {}, 'body'), key))
    })

    app.get('/api/mail/drafts/:id', { config }, async (request): Promise<MailDraft> =>
      getDraft(deps, await callOf(request), idOf(request)),
    )

    app.patch('/api/mail/drafts/:id', { config }, async (request): Promise<MailDraft> => {
      const call = await callOf(request)
      const id = idOf(request)
      await getDraftOrSent(call, id)
      return patchDraft(deps, call, id, parse(MailDraftPatch, request.body, 'body'))
    })

    app.delete('/api/mail/drafts/:id', { config }, async (request, reply) => {
      await deleteDraft(deps, await callOf(request), idOf(request))
      return reply.code(204).send()
    })

    app.post(
      '/api/mail/drafts/:id/attachments',
      { config: { ...config, slowBody: true } },
      async (request, reply) => {
        const call = await callOf(request)
        const id = idOf(request)
        await getDraft(deps, call, id)
        if (request.isMultipart())
          return reply.code(201).send(await attachBytes(deps, call, id, await fileOf(request)))
        const { filePid } = parse(AttachFile, request.body, 'body')
        return reply.code(201).send(await attachFile(deps, call, actorOf(request), id, openFile, filePid))
      },
    )

    app.delete('/api/mail/drafts/:id/attachments/:aid', { config }, async (request): Promise<MailDraft> => {
      const call = await callOf(request)
      const params = AttachmentParams.safeParse(request.params)
      if (!params.success) throw notFound()
      return deleteAttachment(deps, call, params.data.id, params.data.aid)
    })

    app.post('/api/mail/drafts/:id/send', { config }, async (request, reply) => {
      const call = await callOf(request)
      const id = idOf(request)
      await getDraftOrSent(call, id)
      const { version } = parse(SendDraft, request.body ?? {}, 'body')
      const command = { id, version, idempotencyKey: idempotencyKey(request) }
      const takeBackCount = await countSending(deps, reply, call.sessionUser, command.idempotencyKey)
      try {
        return await reply.code(202).send(await sendDraft(deps, call, command))
      } catch (error) {
        await takeBackCount()
        throw error
      }
    })

    app.delete('/api/mail/drafts/:id/send', { config }, async (request): Promise<MailDraft> =>
      takeBack(deps, await callOf(request), idOf(request)),
    )

    app.post('/api/mail/messages/:id/resend', { config }, async (request, reply) => {
      const sending: MailSending = await resend(deps, await callOf(request), idOf(request))
      return reply.code(202).send(sending)
    })

    for (const kind of replyKinds)
      app.post(`/api/mail/messages/:id/${kind}`, { config }, async (request, reply) => {
        const { call, message } = await messageOf(request)
        return reply.code(201).send(await answerMessage(deps, call, message, kind))
      })

    app.post('/api/mail/messages/:id/link', { config }, async (request): Promise<VisibleLinks> => {
      const { call, message } = await messageOf(request)
      await linkMessage(deps, actorOf(request), call.mailbox, message, parse(LinkMail, request.body, 'body'))
      return linksFor(deps, actorOf(request), message.id)
    })

    app.delete('/api/mail/messages/:id/link', { config }, async (request): Promise<VisibleLinks> => {
      const { message } = await messageOf(request)
      await unlinkMessage(deps, message.id, parse(LinkMail, request.body, 'body'))
      return linksFor(deps, actorOf(request), message.id)
    })

    app.post('/api/mail/messages/:id/task', { config }, async (request, reply): Promise<MailTask> => {
      const { call, message } = await messageOf(request)
      const key = idempotencyKey(request)
      const task = parse(NewMailTask, request.body, 'body')
      const pid = await makeTask(deps, actorOf(request), { mailbox: call.mailbox, message, task, key })
      void reply.code(201)
      return { pid, title: task.title, ...(await linksFor(deps, actorOf(request), message.id)) }
    })

    app.post('/api/mail/messages/:id/share', { config }, async (request): Promise<MailSharing> => {
      const { call, message } = await messageOf(request)
      return shareMessage(deps, call.sessionUser.pid, call.mailbox, message.id, true)
    })

    app.delete('/api/mail/messages/:id/share', { config }, async (request): Promise<MailSharing> => {
      const { call, message } = await messageOf(request)
      return shareMessage(deps, call.sessionUser.pid, call.mailbox, message.id, false)
    })
  }

  /** Throws 404 for an unknown id before the body is validated (contract.md 10.2); sent drafts are known. */
  async function getDraftOrSent({ mailbox }: MailCall, id: string): Promise<void> {
    if ((await deps.mail.findMessage(mailbox, id)) === undefined)
      throw new Refusal('not-found', 'Draft not found in this mailbox.')
  }
}
