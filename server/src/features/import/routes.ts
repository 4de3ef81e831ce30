import { createReadStream } from 'node:fs'
import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import { Refusal, findCollection, invalid, refusalOfAction } from '@portal/contract'
import type { Actor, Declaration, ImportMapping, ImportValues } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { withAddedFields } from '#configuration/with-added-fields.ts'
import { closedCollections } from '#federation/registry.ts'
import { everyHour } from '#jobs/every-hour.ts'
import { insertJob, recentImports } from '#jobs/job-store.ts'
import { wakeJobs } from '#jobs/job-runner.ts'
import { requireClean } from '#scanning/scan-bytes.ts'
import { requireSpace } from '#storage/disk-space.ts'
import type { Deps } from '../../deps.ts'
import { partsOf } from '../../plugins/multipart.ts'
import { actorOf } from '../../plugins/session.ts'
import { parseMapping, parseValues, planImport } from './import-plan.ts'
import type { Source } from './import-plan.ts'
import { createTableReader, drain, largestFileBytes, withUpload } from './read-table.ts'
import type { TableReader } from './read-table.ts'
import { sweepImportRows, sweepUploads } from './sweep-rows.ts'

const Params = z.object({ collection: z.string() })

async function importedCollection(deps: Deps, actor: Actor, name: string): Promise<Declaration> {
  const declaration = findCollection(name)
  if (declaration === undefined) throw invalid('collection', 'unknown-collection', `collection: there is no collection ${name.slice(0, 100)}`)
  const closed = await closedCollections(deps, { role: actor.role })
  if (closed.has(declaration.name) || refusalOfAction(declaration, actor, 'create') !== null)
    throw new Refusal('forbidden', `Your role does not import ${declaration.name}.`)
  if (declaration.createRefusal !== undefined)
    throw new Refusal('transition-refused', declaration.createRefusal, { unmet: [declaration.createRefusal] })
  return withAddedFields(deps, declaration)
}

interface Wanted {
  dryRun: boolean
  mapping: ImportMapping | null
  values: ImportValues | null
  /** Collections whose records are made where rows name one that is not here. */
  createMissing: readonly string[]
}

const formFields: ReadonlySet<string> = new Set(['dryRun', 'mapping', 'values', 'createMissing'])

/** Clients alone are made by an import of other records. */
function parseCreateMissing(text: string | undefined): string[] {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  const wrong = names.find((name) => name !== 'orgs')
  if (wrong !== undefined) throw invalid('createMissing', 'unknown-collection', `createMissing takes orgs alone, and not ${wrong.slice(0, 100)}`)
  return names
}

async function toWanted(fields: ReadonlyMap<string, string>): Promise<Wanted> {
  const unknown = [...fields.keys()].find((name) => !formFields.has(name))
  if (unknown !== undefined) throw invalid(unknown, 'unknown-field', `there is no field ${unknown.slice(0, 100)} in an import`)
  const dryRun = fields.get('dryRun')
  if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false') throw invalid('dryRun', 'wrong-type', 'dryRun is neither true nor false')
  return {
    dryRun: dryRun === 'true',
    mapping: parseMapping(fields.get('mapping')),
    values: parseValues(fields.get('values')),
    createMissing: parseCreateMissing(fields.get('createMissing')),
  }
}

const storeSql = `insert into import_rows (job, row, line, size, cells)
  select $1, x.row, x.line, x.size, x.cells from jsonb_to_recordset($2::jsonb) as x(row bigint, line bigint, size int, cells text[])`

/** Reads the file to its end, keeping its rows for the job. Answers where fields come from and how many rows there are. */
async function readFile(
  deps: Deps,
  reader: TableReader,
  id: string,
  declaration: Declaration,
  { mapping, values }: Wanted,
  part: MultipartFile,
): Promise<{ sources: Source[]; total: number }> {
  return withUpload(deps.environment.dataDir, id, part.file, async (path) => {
    if (part.file.truncated) throw new Refusal('too-large', `The file is larger than ${largestFileBytes / 1_048_576} MB.`)
    await requireClean(deps, async () => createReadStream(path), 'a table that was to be imported')
    let sources: Source[] = []
    let total = 0
    await reader.read(
      path,
      (headers) => {
        sources = planImport(declaration, mapping, headers, values)
      },
      async ({ rows, lines }) => {
        await deps.database.named(storeSql, [id, lines])
        total += rows
      },
    )
    return { sources, total }
  })
}

async function startImport(deps: Deps, reader: TableReader, request: FastifyRequest, actor: Actor, declaration: Declaration): Promise<string> {
  const fields = new Map<string, string>()
  const id = deps.ids.pid()
  let started = false
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        if (started) throw invalid(part.fieldname, 'malformed', 'fields come before the file')
        fields.set(part.fieldname, String(part.value))
        continue
      }
      if (started || part.fieldname !== 'file') {
        await drain(part.file)
        throw invalid('file', 'malformed', 'an import has one file, called file')
      }
      started = true
      const wanted = await toWanted(fields).catch(async (error: unknown) => {
        await drain(part.file)
        throw error
      })
      if (wanted.createMissing.includes('orgs')) await importedCollection(deps, actor, 'orgs')
      const { sources, total } = await readFile(deps, reader, id, declaration, wanted, part)
      await insertJob(deps.database.kysely, {
        id,
        kind: 'import',
        owner: actor.pid,
        collection: declaration.name,
        params: { sources, dryRun: wanted.dryRun, createMissing: wanted.createMissing },
        total,
      })
    }
    if (!started) throw invalid('file', 'required', 'file is missing')
  } catch (error) {
    await sql`delete from import_rows where job = ${id}`.execute(deps.database.kysely)
    await sql`delete from jobs where id = ${id}`.execute(deps.database.kysely)
    throw error
  }
  return id
}

/** `POST /api/import/{collection}`: the file is read to its end before anything else, then its rows are imported by a job. */
export function importRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    const stopSweeping = everyHour(deps, 'rows of dead uploads were swept', async () => [await sweepImportRows(deps), await sweepUploads(deps)])
    app.addHook('onClose', stopSweeping)
    const reader = createTableReader()
    app.addHook('onClose', () => reader.close())
    await app.register(multipart, { throwFileSizeLimit: false, limits: { fileSize: largestFileBytes, fields: 20, files: 2, fieldSize: 1_048_576 } })
    app.route({
      method: 'GET',
      url: '/api/import/:collection',
      config: { access: ['superadmin', 'admin'] },
      handler: async (request) => {
        const { collection } = Params.parse(request.params)
        const { name } = await importedCollection(deps, actorOf(request), collection)
        return recentImports(deps.database.kysely, actorOf(request).pid, name)
      },
    })
    app.route({
      method: 'POST',
      url: '/api/import/:collection',
      config: { access: ['superadmin', 'admin'], slowBody: true },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const { collection } = Params.parse(request.params)
        const declaration = await importedCollection(deps, actor, collection)
        if (!request.isMultipart()) throw new Refusal('unsupported-media-type', 'Send the file as multipart/form-data.')
        await requireSpace(deps, Number(request.headers['content-length'] ?? 0))
        const id = await startImport(deps, reader, request, actor, declaration)
        wakeJobs(deps.database)
        return reply.code(202).send({ job: { id } })
      },
    })
  }
}
