import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import {
  nameOfSegment,
  pathOfPartial,
  pathOfSegment,
  segmentBytes,
  segmentOf,
  startOfSegment,
} from './log-segments.ts'
import type { Manifest, OpenedBackup } from './manifest.ts'
import { MissingFile } from './place.ts'
import type { BackupFiles } from './place.ts'
import { writeStored } from './stored-files.ts'

const statePath = 'log/state.json'

/** How far the log after a backup is archived beside it. */
const ArchiveState = z.object({
  /** Everything acknowledged before this instant is in the archive. */
  instant: z.string(),
  /** First segment that is not archived as a whole. */
  nextSegment: z.number().int(),
  /** Number of lists of files that were stored after the backup. */
  fileLists: z.array(z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })),
})
export type ArchiveState = z.infer<typeof ArchiveState>

/** The state of the archive of a backup; that of the backup itself where nothing was archived yet. */
export async function readArchiveState(
  files: BackupFiles,
  base: NonNullable<Manifest['base']>,
): Promise<ArchiveState> {
  try {
    return ArchiveState.parse(JSON.parse((await buffer(await files.read(statePath))).toString()))
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
    return { instant: base.consistentAt, nextSegment: base.nextSegment, fileLists: [] }
  }
}

export async function writeArchiveState(files: BackupFiles, state: ArchiveState): Promise<void> {
  await files.write(statePath, Readable.from([Buffer.from(JSON.stringify(state))], { objectMode: false }))
}

async function readSegment(path: string, bytes: number): Promise<Readable> {
  const handle = await open(path, 'r')
  try {
    const { buffer: content, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    if (bytesRead !== bytes) throw new Error(`${path} is shorter than a segment of the log.`)
    return Readable.from([content], { objectMode: false })
  } finally {
    await handle.close()
  }
}

/**
 * Archives the log up to `flushed`: whole segments once, the newest as far as it goes. Returns the first
 * segment that is not archived as a whole.
 */
export async function archiveSegments(
  files: BackupFiles,
  { manifest, key }: OpenedBackup,
  folder: string,
  from: number,
  flushed: bigint,
): Promise<number> {
  const timeline = manifest.base?.timeline ?? 1
  const current = segmentOf(flushed)
  const write = async (segment: number, path: string, bytes: number) => {
    const source = await readSegment(join(folder, 'pg_wal', nameOfSegment(timeline, segment)), bytes)
    await writeStored(files, path, source, { key, isCompressed: true })
  }
  for (let segment = from; segment < current; segment += 1)
    await write(segment, pathOfSegment(timeline, segment), segmentBytes)
  const rest = Number(flushed - startOfSegment(current))
  if (rest > 0) await write(current, pathOfPartial(timeline, current), rest)
  return current
}
