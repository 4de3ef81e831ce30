import type { Readable } from 'node:stream'
import { Refusal, SaveAttachment } from '@portal/contract'
import type { Actor, FileVisibility, Role, SavedAttachment } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MailDeps } from '../deps.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf } from '#platform/sessions/session.ts'
import { downloadHeaders } from './download-headers.ts'
import { idsOf, readMailCall } from './mail-request.ts'
import { fetchPicture, requireSigned } from './remote-picture.ts'
import { AttachmentParams, MailboxQuery, PictureQuery } from './requests.ts'

/**
 * Creates a file from bytes inside the portal, under the rules of an upload by the actor; a record keeps the
 * same bytes once. `open` is called for each read. Passed in by app.ts, which connects the features.
 */
export type StoreFile = (
  deps: MailDeps,
  actor: Actor,
  kept: {
    parentId: string
    name: string
    mimeType: string
    size: number
    visibility: FileVisibility | undefined
    source: 'mail'
    open: () => Promise<Readable>
  },
) => Promise<SavedAttachment>

const noAttachment = () => new Refusal('not-found', 'Attachment not found in this mailbox.')

/** Attachments and remote pictures of a message: download, and saving into the files of a record. */
export function attachmentRoutes(deps: MailDeps, access: readonly Role[], storeFile: StoreFile) {
  const config = { access }

  async function opened(request: FastifyRequest) {
    const { mailbox } = await readMailCall(deps, request, MailboxQuery)
    const { id, aid } = idsOf(request, AttachmentParams)
    const found = await deps.mail.openAttachment(mailbox, id, aid)
    if (found === undefined) throw noAttachment()
    return found
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/mail/messages/:id/attachments/:aid', { config }, async (request, reply) => {
      const { attachment, body } = await opened(request)
      return reply
        .headers({
          ...downloadHeaders(attachment.name, attachment.mimeType),
          'content-length': attachment.size,
        })
        .send(body)
    })

    app.get('/api/mail/pictures', { config }, async (request, reply) => {
      const { url, signature } = parse(PictureQuery, request.query, 'query')
      requireSigned([deps.environment.secretKey, ...deps.environment.oldSecretKeys], url, signature)
      const { mimeType, bytes } = await fetchPicture(url)
      const headers = {
        ...downloadHeaders('picture', mimeType),
        'content-type': mimeType,
        'cache-control': 'private, max-age=3600',
      }
      return reply.headers(headers).send(bytes)
    })

    app.post('/api/mail/messages/:id/attachments/:aid/save', { config }, async (request, reply) => {
      const first = await opened(request)
      const bodies = [first.body]
      let unread: Readable | null = first.body
      const open = async () => {
        const body = unread ?? (await opened(request)).body
        unread = null
        bodies.push(body)
        return body
      }
      try {
        const { parentId, visibility } = parse(SaveAttachment, request.body, 'body')
        const { name, mimeType, size } = first.attachment
        const saved = await storeFile(deps, actorOf(request), {
          parentId,
          visibility,
          name,
          mimeType,
          size,
          source: 'mail',
          open,
        })
        return await reply.code(saved.isNew ? 201 : 200).send(saved)
      } finally {
        for (const body of bodies) body.destroy()
      }
    })
  }
}
