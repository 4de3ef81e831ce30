import { Readable } from 'node:stream'
import { Refusal } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireSpace } from '#platform/storage/disk-space.ts'
import type { FileDeps } from './deps.ts'
import { sendFileProblem } from './file-problems.ts'
import { StoreRefusal } from '#platform/storage/file-store.ts'
import { uploadPath } from './upload-grant.ts'

function lengthOf(request: FastifyRequest): number | undefined {
  const { 'content-length': length } = request.headers
  return length === undefined ? undefined : Number(length)
}

/**
 * `PUT` to a URL signed by the embedded store. The signature is the permission, so no session is read; this
 * is why the route is outside `/api`. The signature is in the query string, which is never logged.
 */
export function receiveUploadRoute(deps: FileDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, request, reply) => sendFileProblem(request, reply, error))
    app.removeAllContentTypeParsers()
    // The store reads the body as a stream.
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    app.route({
      method: 'PUT',
      url: uploadPath,
      config: { access: 'public', slowBody: true },
      bodyLimit: Number.MAX_SAFE_INTEGER,
      handler: async (request, reply) => {
        const { receive } = deps.store
        if (receive === undefined) throw new Refusal('not-found', 'Nothing found at this address.')
        await requireSpace(deps, lengthOf(request) ?? 0)
        const { url, raw, headers } = request
        const body = request.body instanceof Readable ? request.body : raw
        try {
          const upload = { url, contentType: headers['content-type'], contentLength: lengthOf(request), body }
          const { sha256 } = await receive.call(deps.store, upload)
          return await reply.header('etag', `"${sha256}"`).header('cache-control', 'no-store').send()
        } catch (error) {
          if (raw.destroyed && !raw.complete)
            throw new StoreRefusal('broken-off', 'The upload was interrupted.')
          throw error
        }
      },
    })
  }
}
