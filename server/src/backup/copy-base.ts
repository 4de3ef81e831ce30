import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { pack } from 'tar-stream'
import type { Pack } from 'tar-stream'
import { z } from 'zod'
import { hasCode } from '#platform/error-code.ts'
import { Now, queryRow, queryRows } from './copy-tables.ts'
import { parseLogPosition, pathOfSegment, nameOfSegment, segmentOf } from './log-segments.ts'
import type { Manifest } from './manifest.ts'
import type { BackupFiles } from './place.ts'
import type { BackupKey } from './seal.ts'
import { writeStored } from './stored-files.ts'

/** Keeps segments of the log until they are archived. */
export const archiveSlot = 'portal_backup'

/** Folders whose content PostgreSQL makes anew at a start. */
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const skipped =
  /(^|\/)(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init.*|pgsql_tmp.*)(\/|$)|^postgresql\.auto\.conf\.tmp$/
/** Copied last, as PostgreSQL's own tools do. */
const controlFile = 'global/pg_control'

/**
 * Adds a file as large as it is now. It may shrink or grow while it is read: the log has what changes, so it
 * is cut or filled up with zeros.
 */
async function addFile(tar: Pack, folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (handle === null) return
  try {
    const { size } = await handle.stat()
    const content = async function* (): AsyncIterable<Buffer> {
      let [left, at] = [size, 0]
      while (left > 0) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(left, 262_144)), {
          position: at,
        })
        const part = bytesRead === 0 ? Buffer.alloc(Math.min(left, 262_144)) : buffer.subarray(0, bytesRead)
        yield part
        left -= part.length
        at += part.length
      }
    }
    await pipeline(Readable.from(content(), { objectMode: false }), tar.entry({ name, size, mode: 0o600 }))
  } finally {
    await handle.close()
  }
}

function addText(tar: Pack, name: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()))
  })
}

function addFolder(tar: Pack, name: string): void {
  tar.entry({ name: `${name}/`, type: 'directory', mode: 0o700 })
}

/** Adds all files of a cluster, and at last what `stop` returns for the file `backup_label`. */
async function addCluster(tar: Pack, folder: string, stop: () => Promise<string>): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const name = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (skipped.test(name) || emptied.test(name) || name === controlFile) continue
    if (entry.isDirectory()) addFolder(tar, name)
    else if (entry.isFile()) await addFile(tar, folder, name)
  }
  await addFile(tar, folder, controlFile)
  await addText(tar, 'backup_label', await stop())
  tar.finalize()
}

async function keepLog(client: pg.Client): Promise<void> {
  // Until the end of this session the log of the copy stays; from then on, what is not archived.
  await client.query(`select pg_create_physical_replication_slot('${archiveSlot}_base', true, true)`)
  const rows = await queryRows(
    client,
    z.object({ status: z.string().nullable() }),
    `select wal_status as status from pg_replication_slots where slot_name = '${archiveSlot}'`,
  )
  if (rows[0]?.status === 'lost') await client.query(`select pg_drop_replication_slot('${archiveSlot}')`)
  if (rows[0] === undefined || rows[0].status === 'lost')
    await client.query(`select pg_create_physical_replication_slot('${archiveSlot}', true)`)
}

/**
 * Copies the files of a running cluster with the log that makes the copy consistent. `connection` is that of
 * the cluster's owner, `folder` its data folder.
 */
export async function copyBase(
  connection: pg.ClientConfig,
  folder: string,
  files: BackupFiles,
  key: BackupKey | null,
): Promise<NonNullable<Manifest['base']>> {
  const client = new pg.Client({ ...connection, application_name: 'permit-portal backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await keepLog(client)
    const first = await queryRow(
      client,
      z.object({ start: z.string(), timeline: z.number(), major: z.number() }),
      `select pg_backup_start('permit-portal', true)::text as start, timeline_id as timeline,
        current_setting('server_version_num')::int / 10000 as major from pg_control_checkpoint()`,
    )
    let end = ''
    const stop = async () => {
      const done = await queryRow(
        client,
        z.object({ end: z.string(), label: z.string() }),
        'select lsn::text as "end", labelfile as label from pg_backup_stop(false)',
      )
      end = done.end
      return done.label
    }
    const tar = pack()
    const adding = addCluster(tar, folder, stop)
    adding.catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))))
    const bytes = Readable.from(tar, { objectMode: false })
    const { file } = await writeStored(files, 'base/data.tar.zst', bytes, { key, isCompressed: true })
    await adding
    const { now } = await queryRow(client, Now, 'select clock_timestamp() as now')
    const [from, until] = [segmentOf(parseLogPosition(first.start)), segmentOf(parseLogPosition(end) - 1n)]
    for (let segment = from; segment <= until; segment += 1) {
      const path = join(folder, 'pg_wal', nameOfSegment(first.timeline, segment))
      await stat(path)
      const target = pathOfSegment(first.timeline, segment)
      await writeStored(files, target, createReadStream(path), { key, isCompressed: true })
    }
    return {
      file,
      major: first.major,
      platform: `${process.platform}-${process.arch}`,
      timeline: first.timeline,
      firstSegment: from,
      nextSegment: until + 1,
      consistentAt: now.toISOString(),
    }
  } finally {
    await client.end()
  }
}
