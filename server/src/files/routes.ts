import {
  FilePatch,
  NewFile,
  deletedSorts,
  idempotencyHeader,
  invalid,
  maxSearchTokenLength,
} from '@portal/contract'
import type { FileDeleted } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import type { FileDeps } from './deps.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'
import { changeFile } from './change-file.ts'
import { downloadAs } from './content-headers.ts'
import { createFile } from './create-file.ts'
import { DownloadTrail } from './download-trail.ts'
import { deleteFile } from './delete-file.ts'
import { deletedFiles, restoreFile } from './deleted-files.ts'
import { sendFileProblem } from './file-problems.ts'
import { listFiles } from './list-files.ts'
import { markAsDone } from './mark-as-done.ts'
import { packageDocuments } from './package-documents.ts'
import { permitFiles } from './permit-files.ts'
import { receiveUploadRoute } from './receive-upload.ts'
import { searchFiles } from './search-files.ts'
import { sendContent } from './send-content.ts'
import { zipFiles } from './zip-files.ts'

const maxPage = 1000
const wholeNumber = (largest: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(largest))

/** An id in a query string; missing, empty and too long ids are refused with the specified message. */
const id = z.string('Invalid id').min(1, 'Invalid id').max(300, 'Invalid id')

const ListQuery = z.strictObject({
  parentId: id,
  page: wholeNumber(2_147_483_647).optional(),
  pageSize: wholeNumber(maxPage).optional(),
})
const DeletedQuery = ListQuery.extend({
  searchToken: z.string().max(maxSearchTokenLength).optional(),
  sort: z.enum(deletedSorts).optional(),
})
const SearchQuery = z.strictObject({
  parentId: id.optional(),
  searchToken: z.string().trim().min(1, 'searchToken is empty').max(maxSearchTokenLength),
})
const PermitFilesQuery = z.strictObject({ searchToken: z.string().max(maxSearchTokenLength).optional() })
const DoneQuery = z.strictObject({ pid: id })
const DeleteQuery = z.strictObject({ fileId: id })
const ZipQuery = z.strictObject({
  pids: z.string('Invalid id').min(1, 'Invalid id').max(20_000, 'Invalid id'),
})
const PidParams = z.object({ pid: z.string() })

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const value = request.headers[idempotencyHeader]
  if (value === undefined) return null
  if (typeof value !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(value)) {
    throw invalid('headers.Idempotency-Key', 'malformed', 'Idempotency-Key is 1 to 200 characters of ASCII')
  }
  return value
}

/** Routes for folders and the bytes of files. Source: contract.md 5. */
export function filesRoutes(deps: FileDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const trail = new DownloadTrail(deps)
    app.setErrorHandler((error, request, reply) => sendFileProblem(request, reply, error))
    await app.register(receiveUploadRoute(deps))

    app.route({
      method: 'POST',
      url: '/api/aws/createFile',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const call = { body: parse(NewFile, request.body), idempotencyKey: idempotencyKeyOf(request) }
        const { isNew, made } = await createFile(deps, actorOf(request), call)
        return reply.code(isNew ? 201 : 200).send(made)
      },
    })

    app.route({
      method: 'POST',
      url: '/api/aws/markAsDone',
      config: { access: 'signed-in' },
      handler: async (request) => markAsDone(deps, actorOf(request), parse(DoneQuery, request.query).pid),
    })

    app.route({
      method: 'DELETE',
      url: '/api/aws/deleteFile',
      config: { access: 'signed-in' },
      handler: async (request): Promise<FileDeleted> => {
        await deleteFile(deps, actorOf(request), parse(DeleteQuery, request.query).fileId)
        return { success: true, message: 'OK' }
      },
    })

    app.route({
      method: 'GET',
      url: '/api/aws/listFiles',
      config: { access: 'signed-in' },
      handler: async (request) => {
        const { parentId, page, pageSize } = parse(ListQuery, request.query)
        const part =
          page === undefined && pageSize === undefined
            ? undefined
            : { page: page ?? 1, pageSize: pageSize ?? 50 }
        return listFiles(deps, actorOf(request), { parentId, part })
      },
    })

    app.route({
      method: 'GET',
      url: '/api/files/documents/:pid',
      config: { access: 'signed-in' },
      handler: async (request) =>
        packageDocuments(deps, actorOf(request), PidParams.parse(request.params).pid),
    })

    app.route({
      method: 'GET',
      url: '/api/files/permits/:pid',
      config: { access: 'signed-in' },
      handler: async (request) => {
        const { searchToken = '' } = parse(PermitFilesQuery, request.query)
        return permitFiles(deps, actorOf(request), PidParams.parse(request.params).pid, searchToken)
      },
    })

    app.route({
      method: 'GET',
      url: '/api/files/search',
      config: { access: 'signed-in' },
      handler: async (request) => searchFiles(deps, actorOf(request), parse(SearchQuery, request.query)),
    })

    app.route({
      method: 'GET',
      url: '/api/files/deleted',
      config: { access: ['admin', 'superadmin'] },
      handler: async (request) => {
        const {
          parentId,
          searchToken = '',
          sort = '-deletedAt',
          page = 1,
          pageSize = 50,
        } = parse(DeletedQuery, request.query)
        return deletedFiles(deps, actorOf(request), { parentId, searchToken, sort, page, pageSize })
      },
    })

    app.route({
      method: 'POST',
      url: '/api/files/:pid/restore',
      config: { access: ['team', 'admin', 'superadmin'] },
      handler: async (request) => restoreFile(deps, actorOf(request), PidParams.parse(request.params).pid),
    })

    app.route({
      method: 'PATCH',
      url: '/api/files/:pid',
      config: { access: 'signed-in' },
      handler: async (request) => {
        const { pid } = PidParams.parse(request.params)
        const requireProof = () => requireRecentAuth(deps, sessionOf(request))
        return changeFile(deps, actorOf(request), pid, parse(FilePatch, request.body), requireProof)
      },
    })

    app.route({
      method: 'GET',
      url: '/api/files/zip',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const { name, body, files, roots, bytes } = await zipFiles(
          deps,
          actor,
          parse(ZipQuery, request.query).pids.split(','),
        )
        trail.zip({ actor, files, roots, bytes, origin: originOf(request) })
        return reply.type('application/zip').header('content-disposition', downloadAs(name)).send(body)
      },
    })

    app.route({
      method: ['GET', 'HEAD'],
      url: '/api/files/:pid/content',
      config: { access: 'signed-in' },
      handler: (request, reply) => sendContent(deps, trail, request, reply),
    })
  }
}
