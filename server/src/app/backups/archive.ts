import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { archiveSegments, readArchiveState, writeArchiveState } from '#backup/archive-log.ts'
import type { ArchiveState } from '#backup/archive-log.ts'
import { archiveSlot } from '#backup/copy-base.ts'
import { copyLaterFiles, listFiles, writeWantedKeys } from '#backup/copy-files.ts'
import { Now, connectForCopy, queryRow } from '#backup/copy-tables.ts'
import { parseLogPosition, startOfSegment, toPosition } from '#backup/log-segments.ts'
import { readUnverified, readManifest } from '#backup/manifest.ts'
import type { OpenedBackup } from '#backup/manifest.ts'
import type { BackupFiles } from '#backup/place.ts'
import { storedKeysSql } from '#files/stored-keys.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { hasCode } from '#platform/error-code.ts'
import type { Deps } from '../deps.ts'
import { connectionOf } from '#platform/database/embedded-database.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import { openBackup } from './place-of.ts'
import { connectionTo } from './source.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

const everyMs = 5_000
const archiveLock = advisoryLocks.archive
/** While nothing is written, the archive says this often until when that is so. */
const idleMs = 30_000
/** Looking for new files takes at most this part of the time. */
const fileShare = 50

const Note = z.object({ location: z.string() })
const noteOf = (dataDir: string) => join(dataDir, 'backup-archive.json')

/** From now on the running portal archives its log beside this backup. */
export async function archiveBeside(dataDir: string, { location }: BackupFiles): Promise<void> {
  await writeFile(`${noteOf(dataDir)}.new`, JSON.stringify({ location }), { mode: 0o600 })
  await rename(`${noteOf(dataDir)}.new`, noteOf(dataDir))
}

async function readNote(dataDir: string): Promise<string | null> {
  try {
    return Note.parse(JSON.parse(await readFile(noteOf(dataDir), 'utf8'))).location
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

type ArchiveDeps = Pick<Deps, 'database' | 'store' | 'environment' | 'log'>

/** The backup beside which the log is archived. */
interface Target {
  files: BackupFiles
  backup: OpenedBackup
  state: ArchiveState
  /** Keys of files that were stored after the backup and are in its archive. */
  known: Set<string>
}

const Flushed = z.object({ flushed: z.string() })

/**
 * Archives the log of the embedded PostgreSQL, and the files that are stored meanwhile, beside the last
 * backup.
 */
class LogArchiver {
  readonly #deps: ArchiveDeps
  /** A connection of the cluster's owner that holds the lock of archiving. */
  #owner: pg.Client | null = null
  #target: Target | null = null
  #flushed = -1n
  #filesAfterMs = 0

  constructor(deps: ArchiveDeps) {
    this.#deps = deps
  }

  /** One round. Does nothing before the first backup, and while another process of the server archives. */
  async round(): Promise<void> {
    const location = await readNote(this.#deps.environment.dataDir)
    if (location === null) return
    const owner = await this.#lead()
    if (owner === null) return
    try {
      this.#target = this.#target?.files.location === location ? this.#target : await this.#open(location)
      await this.#archive(this.#target, owner)
    } catch (error) {
      if (!(error instanceof StartRefusal)) throw error
      this.#deps.log.error(`The log is not archived any more. ${error.message}`)
      // Without an archive PostgreSQL need not keep its log. The next backup begins anew.
      this.#target = null
      await rm(noteOf(this.#deps.environment.dataDir), { force: true })
      await owner.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
        [archiveSlot],
      )
    }
  }

  async close(): Promise<void> {
    await this.#owner?.end()
  }

  /** The connection that archives; null while another process has it. */
  async #lead(): Promise<pg.Client | null> {
    if (this.#owner !== null) return this.#owner
    const { dataDir } = this.#deps.environment
    const socketFolder = await runningSocket(dataDir)
    if (socketFolder === null) return null
    const owner = await connectForCopy(await connectionOf(dataDir, socketFolder, 'owner'))
    const { rows } = await owner.query('select pg_try_advisory_lock($1) as locked', [archiveLock])
    if (
      !z
        .array(z.object({ locked: z.boolean() }))
        .parse(rows)
        .some(({ locked }) => locked)
    ) {
      await owner.end()
      return null
    }
    owner.once('end', () => {
      this.#owner = null
    })
    // Another process may have archived meanwhile.
    this.#target = null
    this.#owner = owner
    return owner
  }

  async #open(location: string): Promise<Target> {
    const { environment } = this.#deps
    const files = await openBackup(location, environment)
    const backup = await readManifest(files, environment.backupKey)
    if (backup.manifest.base === null) throw new StartRefusal(`${location} has no copy of PostgreSQL.`)
    const state = await readArchiveState(files, backup.manifest.base)
    const known = new Set<string>()
    for (const list of state.fileLists)
      for await (const { key } of listFiles(files, backup, list)) known.add(key)
    this.#flushed = -1n
    this.#filesAfterMs = 0
    return { files, backup, state, known }
  }

  async #archive({ files, backup, state, known }: Target, owner: pg.Client): Promise<void> {
    const { now } = await queryRow(owner, Now, 'select clock_timestamp() as now')
    // Asked afterwards: what was acknowledged before that instant has been flushed.
    const log = await queryRow(owner, Flushed, 'select pg_current_wal_flush_lsn()::text as flushed')
    const flushed = parseLogPosition(log.flushed)
    const isIdle = flushed === this.#flushed
    if (isIdle && now.getTime() - new Date(state.instant).getTime() < idleMs) return
    if ((await readUnverified(files)) === null)
      throw new StartRefusal(`${files.location} is gone: make a new backup.`)
    const fileLists = await this.#copyFiles(files, backup, state, known)
    if (fileLists === null) return
    const folder = join(this.#deps.environment.dataDir, 'postgres/data')
    const nextSegment = await archiveSegments(files, backup, folder, state.nextSegment, flushed).catch(
      (error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw error
        throw new StartRefusal(
          'Segments of the log were deleted before they were archived: make a new backup.',
        )
      },
    )
    const isFurther = nextSegment > state.nextSegment
    Object.assign(state, { instant: now.toISOString(), nextSegment, fileLists })
    await writeArchiveState(files, state)
    this.#flushed = flushed
    if (!isFurther) return
    const position = toPosition(startOfSegment(nextSegment))
    await owner.query('select pg_replication_slot_advance($1, $2)', [archiveSlot, position])
  }

  /** Copies files of records that the archive does not have. Null when it is too early to look again. */
  async #copyFiles(
    files: BackupFiles,
    backup: OpenedBackup,
    { fileLists }: ArchiveState,
    known: Set<string>,
  ): Promise<ArchiveState['fileLists'] | null> {
    const began = Date.now()
    if (began < this.#filesAfterMs) return null
    const folder = await mkdtemp(join(tmpdir(), 'portal-archive-'))
    try {
      const wanted = join(folder, 'keys')
      const client = await connectForCopy(await connectionTo(this.#deps.environment))
      try {
        await writeWantedKeys(client, storedKeysSql, wanted)
      } finally {
        await client.end()
      }
      const options = { store: this.#deps.store, to: files, key: backup.key, wanted }
      const path = `log/files-${fileLists.length + 1}.list.zst`
      const later = await copyLaterFiles(options, backup, known, path)
      for (const key of later?.keys ?? []) known.add(key)
      this.#filesAfterMs = Date.now() + (Date.now() - began) * fileShare
      return later === null ? fileLists : [...fileLists, later.list]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/**
 * Archives every few seconds until the returned function is called, which archives the rest. Of several
 * processes of a server, one does.
 */
export function startArchiving(deps: ArchiveDeps): () => Promise<void> {
  if (deps.database.kind !== 'embedded' || !deps.environment.backupLog) return async () => undefined
  const archiver = new LogArchiver(deps)
  let problem = ''
  const round = () =>
    archiver.round().then(
      () => {
        problem = ''
      },
      (error: unknown) => {
        // Said once, not every few seconds.
        if (String(error) !== problem) deps.log.warn({ err: error }, 'the log could not be archived')
        problem = String(error)
      },
    )
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= round().finally(() => {
      running = null
    })
  }, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
    await round()
    await archiver.close()
  }
}
