import multipart from '@fastify/multipart'
import { Refusal, findCollection, invalid, refusalOfAction, phrase } from '@portal/contract'
import { knownHeaders } from '@portal/contract/import-mapping'
import { labelsEs } from '@portal/contract/spanish'
import type { Actor, Declaration, ImportFile, ImportStarted, Language } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import { insertJob, recentImports } from '#platform/jobs/job-store.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { actorOf } from '#platform/sessions/session.ts'
import type { ImportForm } from './import-form.ts'
import { planImport } from './import-plan.ts'
import type { Source } from './import-plan.ts'
import { createTableReader, maxFileBytes } from './read-table.ts'
import type { TableReader, TableReading } from './read-table.ts'
import { readUpload } from './read-upload.ts'

const Params = z.object({ collection: z.string() })

async function importedCollection(deps: DomainDeps, actor: Actor, name: string): Promise<Declaration> {
  const declaration = findCollection(name)
  if (declaration === undefined)
    throw invalid(
      'collection',
      'unknown-collection',
      phrase('collection: there is no collection {{name}}', { name: name.slice(0, 100) }),
    )
  const closed = await closedCollections(deps, { role: actor.role })
  if (closed.has(declaration.name) || refusalOfAction(declaration, actor, 'create') !== null)
    throw new Refusal('forbidden', phrase('Your role can’t import {{name}}.', { name: declaration.name }))
  if (declaration.createRefusal !== undefined)
    throw new Refusal('transition-refused', declaration.createRefusal, { unmet: [declaration.createRefusal] })
  return withAddedFields(deps, declaration)
}

const storeSql = `insert into import_rows (job, row, line, size, cells, numbers, problem)
  select $1, x.row, x.line, x.size, x.cells, x.numbers, x.problem
  from jsonb_to_recordset($2::jsonb) as x(row bigint, line bigint, size int, cells text[], numbers smallint[], problem text)`

/** Hints by which the header of a file is found. */
function hintsOf(
  declaration: Declaration,
  { mapping, reading }: ImportForm,
  language: Language | undefined,
): TableReading {
  const { sheet, headerRow, encoding } = reading
  const columns = Object.values(mapping ?? {}).filter((source) => typeof source === 'string')
  return { sheet, headerRow, encoding, columns, words: knownHeaders(declaration, labelsEs), language }
}

/**
 * Adds the names of the other sheets of the workbook to a refused mapping, since the table may be on one of
 * them.
 */
function withOtherSheets(error: unknown, { sheets }: ImportFile): unknown {
  const others = sheets.filter(({ chosen, hidden }) => !chosen && !hidden)
  const read = sheets.find(({ chosen }) => chosen)
  if (!(error instanceof Refusal) || others.length === 0 || read === undefined) return error
  const names = others.slice(0, 20).map(({ name }) => `“${name.slice(0, 100)}”`)
  return new Refusal(
    error.type,
    phrase('{{message}} The sheet “{{name}}” was read; choose another with sheet: {{names}}.', {
      message: error.detail,
      name: read.name.slice(0, 100),
      names: names.join(', '),
    }),
    error.extras,
  )
}

/**
 * Reads the whole file and stores its rows for the job. Returns the properties of the file, the sources of
 * the fields and the number of rows.
 */
async function readFile(
  deps: DomainDeps,
  reader: TableReader,
  id: string,
  declaration: Declaration,
  form: ImportForm,
  path: string,
  language: Language | undefined,
): Promise<{ file: ImportFile; sources: Source[]; total: number }> {
  let sources: Source[] = []
  let total = 0
  const file = await reader.read(
    path,
    hintsOf(declaration, form, language),
    (found) => {
      try {
        sources = planImport(declaration, form.mapping, found.headers, form.values)
      } catch (error) {
        throw withOtherSheets(error, found)
      }
    },
    async ({ rows, lines }) => {
      await deps.database.query(storeSql, [id, lines])
      total += rows
    },
  )
  return { file, sources, total }
}

async function startImport(
  deps: DomainDeps,
  reader: TableReader,
  request: FastifyRequest,
  actor: Actor,
  declaration: Declaration,
): Promise<ImportStarted> {
  const id = deps.ids.pid()
  try {
    const { file, form, sources, total } = await readUpload(deps, request, id, async (form, path) => {
      if (form.createMissing.includes('orgs')) await importedCollection(deps, actor, 'orgs')
      return { form, ...(await readFile(deps, reader, id, declaration, form, path, actor.language)) }
    })
    const { currency } = await currentConfiguration(deps)
    await insertJob(deps.database.kysely, {
      id,
      kind: 'import',
      owner: actor.pid,
      collection: declaration.name,
      otherCollections: form.createMissing,
      params: {
        sources,
        dryRun: form.dryRun,
        createMissing: form.createMissing,
        decimal: form.reading.decimal,
        currency,
      },
      total,
    })
    return { job: { id }, file }
  } catch (error) {
    await sql`delete from import_rows where job = ${id}`.execute(deps.database.kysely)
    await sql`delete from jobs where id = ${id}`.execute(deps.database.kysely)
    throw error
  }
}

/**
 * `POST /api/import/{collection}` reads the whole file; a job then imports its rows.
 *
 * `POST /api/import/{collection}/preview` reads the first rows with the same reader. Source: decision 0045.
 */
export function importRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const reader = createTableReader()
    app.addHook('onClose', () => reader.close())
    await app.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: maxFileBytes, fields: 20, files: 2, fieldSize: 1_048_576 },
    })
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
        const started = await startImport(deps, reader, request, actor, declaration)
        deps.jobs.wake()
        return reply.code(202).send(started)
      },
    })
    app.route({
      method: 'POST',
      url: '/api/import/:collection/preview',
      config: { access: ['superadmin', 'admin'], slowBody: true },
      handler: async (request) => {
        const { collection } = Params.parse(request.params)
        const actor = actorOf(request)
        const declaration = await importedCollection(deps, actor, collection)
        return readUpload(deps, request, deps.ids.pid(), (form, path) =>
          reader.preview(path, hintsOf(declaration, form, actor.language)),
        )
      },
    })
  }
}
