import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import {
  BuildRecord,
  Refusal,
  RemoteManifest,
  invalid,
  maxUploadBytes,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { SourceMapsResult, UploadResult } from '@portal/contract'
import type { BuildFile, Author } from '#platform/federation/federation.queries.ts'
import { publishBuild } from '#platform/federation/publish.ts'
import { withSharedRanges } from '#platform/federation/other-tools.ts'
import { requireClean } from '#domain/scanning/scan-bytes.ts'
import { requireSpace } from '#platform/storage/disk-space.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { readArchive } from './read-archive.ts'
import { isSourceMap, saveSourceMaps } from './source-maps.ts'

/**
 * Reads the body of an upload. Throws 413 if it is too large, after reading it to the end: many clients read
 * the response only after they have sent the body.
 */
export async function readBuildUpload(raw: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxUploadBytes) chunks.push(chunk)
  })
  await finished(raw)
  if (size > maxUploadBytes)
    throw new Refusal(
      'too-large',
      phrase('An upload is at most {{largestUploadBytes}} MB.', {
        largestUploadBytes: maxUploadBytes / 1_048_576,
      }),
    )
  if (size === 0) throw invalid('body', 'required', 'The body is empty: send a gzip tar of the build.')
  return Buffer.concat(chunks)
}

/** Limit for the build record, which normally has a few kB. */
const maxRecordBytes = 1_048_576

function jsonOf(file: BuildFile): unknown {
  if (file.bytes.length > maxRecordBytes)
    throw invalid(
      'body',
      'too-large',
      phrase('{{path}} in the archive is larger than 1 MB.', { path: file.path }),
    )
  try {
    return JSON.parse(file.bytes.toString('utf8'))
  } catch {
    throw invalid('body', 'malformed', phrase('{{path}} in the archive is not JSON.', { path: file.path }))
  }
}

/**
 * The build record of an archive: `portal-build.json`, which the build writes, or a `portal.json` next to
 * `remoteEntry.js`.
 */
function recordOf(files: readonly BuildFile[], name: string, version: string): BuildRecord {
  const find = (path: string) => files.find((file) => file.path === path)
  const [built, declared] = [find('portal-build.json'), find('portal.json')]
  if (built !== undefined) {
    const parsed = BuildRecord.safeParse(jsonOf(built))
    if (!parsed.success) throw refusalOf(parsed.error, 'portal-build.json')
    return parsed.data
  }
  if (declared === undefined)
    throw invalid('body', 'manifest', 'The archive has no portal-build.json or portal.json.')
  const parsed = RemoteManifest.safeParse(jsonOf(declared))
  if (!parsed.success) throw refusalOf(parsed.error, 'portal.json')
  return { name, version, entry: 'remoteEntry.js', manifest: parsed.data }
}

/** Stores the source maps of a published build, from an uploaded archive. */
export async function uploadSourceMaps(
  deps: DomainDeps,
  { name, version, archive }: { name: string; version: string; archive: Buffer },
): Promise<SourceMapsResult> {
  await requireSpace(deps, 4 * archive.length)
  return saveSourceMaps(deps, name, version, await readArchive(archive))
}

/** Publishes an uploaded archive, whose name and version must match. Does not activate it. */
export async function publishUpload(
  deps: DomainDeps,
  { name, version, archive, by }: { name: string; version: string; archive: Buffer; by: Author },
): Promise<{ isNew: boolean; uploaded: UploadResult }> {
  await requireSpace(deps, 4 * archive.length)
  await requireClean(deps, archive, 'a build that was uploaded')
  const all = await readArchive(archive)
  // Every file of a build is served to browsers. Source maps are not.
  const files = all.filter((file) => !isSourceMap(file))
  const record = withSharedRanges(recordOf(files, name, version), files)
  if (record.name !== name || record.manifest.name !== name)
    throw invalid(
      'params.name',
      'other',
      phrase('The archive is of {{name}}, not of {{name2}}.', { name: record.manifest.name, name2: name }),
    )
  if (record.version !== version)
    throw invalid(
      'params.version',
      'other',
      phrase('The archive is of version {{version}}, not {{version2}}.', {
        version: record.version,
        version2: version,
      }),
    )
  const { isNew, ...said } = await publishBuild(deps, record, files, by)
  const maps = all.filter(isSourceMap)
  if (maps.length > 0) await saveSourceMaps(deps, name, version, maps)
  return { isNew, uploaded: { name, version, ...said } }
}
