import { gunzipSync, gzipSync } from 'node:zlib'
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping'
import { Refusal, SourceMapFile, invalid, maxSourceMapBytes, maxSourceMaps, phrase } from '@portal/contract'
import type { SourceMapsResult } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { findArtefact } from '#platform/federation/build-store.ts'
import type { BuildFile } from '#platform/federation/federation.queries.ts'

export const isSourceMap = ({ path }: Pick<BuildFile, 'path'>) => path.endsWith('.map')

const refused = (path: string) =>
  invalid('body', 'malformed', phrase('{{path}} in the archive is no source map.', { path }))

/** The map with what positions need. Throws 400 for a file that is none, or too large. */
function readMap({ path, bytes }: BuildFile): { path: string; text: string } {
  if (bytes.length > 4 * maxSourceMapBytes) throw tooLarge(path)
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refused(path)
  }
  const map = SourceMapFile.safeParse(parsed)
  if (!map.success) throw refused(path)
  const text = JSON.stringify(map.data)
  if (Buffer.byteLength(text) > maxSourceMapBytes) throw tooLarge(path)
  return { path, text }
}

const tooLarge = (path: string) =>
  invalid(
    'body',
    'too-large',
    phrase('{{path}} in the archive is larger than {{most}} MB.', {
      path,
      most: maxSourceMapBytes / 1_048_576,
    }),
  )

const PathRow = z.object({ path: z.string() })
const filesText = `select f.path from remote_files f join remote_versions v on v.name = f.name and v.version = f.version
  where f.name = $1 and f.version = $2 and v.swept_at is null`
const insertText = `insert into remote_source_maps (name, version, path, size, packed, uploaded_at)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`
const countText = 'select count(*)::int as count from remote_source_maps where name = $1 and version = $2'

/**
 * Stores the source maps of a published build, apart from its files. They are never served; positions of
 * errors are looked up in them. Those that are stored already stay. Throws 404 when the build is not stored,
 * and 400 for a map of a file that the build does not have, or for what is no map.
 */
export async function saveSourceMaps(
  { database, clock }: Pick<DomainDeps, 'database' | 'clock'>,
  name: string,
  version: string,
  files: readonly BuildFile[],
): Promise<SourceMapsResult> {
  const rows = await database.query(filesText, [name, version], PathRow)
  if (rows.length === 0)
    throw new Refusal('not-found', phrase('Version {{version}} of {{name}} not found.', { version, name }))
  if (files.length > maxSourceMaps)
    throw invalid(
      'body',
      'too-many',
      phrase('The archive holds more than {{most}} source maps.', { most: maxSourceMaps }),
    )
  const built = new Set(rows.map(({ path }) => path))
  const maps = files.map((file) => {
    if (!isSourceMap(file) || !built.has(file.path.slice(0, -'.map'.length)))
      throw invalid(
        'body',
        'unknown',
        phrase('{{path}} in the archive is no source map of a file of {{name}} {{version}}.', {
          path: file.path,
          name,
          version,
        }),
      )
    return readMap(file)
  })
  for (const { path, text } of maps) {
    const size = Buffer.byteLength(text)
    await database.query(insertText, [name, version, path, size, gzipSync(text), clock.now()])
  }
  const [stored] = await database.query(countText, [name, version], z.object({ count: z.number() }))
  return { name, version, maps: stored?.count ?? 0 }
}

/** Most maps that one overview reads: each takes some milliseconds to decode. */
const maxRead = 20
const maxLength = 300

const MapRow = z.object({ packed: z.instanceof(Buffer) })
const mapText = 'select packed from remote_source_maps where name = $1 and version = $2 and path = $3'

/** A path as the team knows it: bundlers put their own name and that of the remote before it. */
const cleaned = (source: string) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^(\.\/)+/, '')

/** Line and column, both from 1, of an offset in a file. */
function positionOf(text: string, offset: number): [line: number, column: number] {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  return [before.split('\n').length, before.length - start + 1]
}

/** Looks up places of scripts in the source maps of their builds. Each map is read once. */
export class SourcePlaces {
  readonly #deps: Pick<DomainDeps, 'database' | 'log'>
  readonly #name: string
  readonly #maps = new Map<string, Promise<TraceMap | null>>()
  readonly #texts = new Map<string, Promise<string | null>>()

  constructor(deps: Pick<DomainDeps, 'database' | 'log'>, name: string) {
    this.#deps = deps
    this.#name = name
  }

  /**
   * The place in the source, such as `src/pages/Plots.tsx:12:5`; null without a map. `place` is a file of the
   * build with line and column, or with one number, which is an offset in it.
   */
  async find(version: string, place: string): Promise<string | null> {
    const [, file = '', first, second] = /^(.+?):(\d+)(?::(\d+))?$/.exec(place) ?? []
    if (first === undefined) return null
    const map = await this.#mapOf(version, file)
    if (map === null) return null
    const [line, column] =
      second === undefined
        ? await this.#position(version, file, Number(first))
        : [Number(first), Number(second)]
    if (line < 1 || column < 1) return null
    const found = originalPositionFor(map, { line, column: column - 1 })
    if (found.source === null) return null
    return `${cleaned(found.source)}:${found.line}:${found.column + 1}`.slice(-maxLength)
  }

  #mapOf(version: string, file: string): Promise<TraceMap | null> {
    const key = `${version} ${file}`
    const known = this.#maps.get(key)
    if (known !== undefined) return known
    const map = this.#maps.size < maxRead ? this.#readMap(version, file) : Promise.resolve(null)
    this.#maps.set(key, map)
    return map
  }

  async #readMap(version: string, file: string): Promise<TraceMap | null> {
    const { database, log } = this.#deps
    const [row] = await database.query(mapText, [this.#name, version, `${file}.map`], MapRow)
    if (row === undefined) return null
    try {
      const { version: _three, ...map } = SourceMapFile.parse(
        JSON.parse(gunzipSync(row.packed).toString('utf8')),
      )
      return new TraceMap({ version: 3, ...map, sourceRoot: map.sourceRoot ?? '' })
    } catch (error) {
      log.warn({ err: error, remote: this.#name, version, file }, 'a source map cannot be read')
      return null
    }
  }

  async #position(version: string, file: string, offset: number): Promise<[number, number]> {
    const key = `${version} ${file}`
    const text =
      this.#texts.get(key) ??
      findArtefact(this.#deps, { name: this.#name, version, path: file }).then(
        (found) => found?.bytes.toString('utf8') ?? null,
      )
    this.#texts.set(key, text)
    const known = await text
    return known === null ? [0, 0] : positionOf(known, offset)
  }
}
