import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { deriveKey, signText } from './seal.ts'
import type { BackupKey } from './seal.ts'
import { MissingFile } from './place.ts'
import type { BackupFiles } from './place.ts'

export const manifestPath = 'manifest.json'
/** Version of the form of backups. */
const format = 1

/** A file of the backup as it is stored: encrypted and compressed. */
export const BackupFile = z.object({
  path: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
})
export type BackupFile = z.infer<typeof BackupFile>

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** SHA-256 of the rows as PostgreSQL's COPY writes them. */
  sha256: z.string(),
  file: BackupFile,
})
export type BackupTable = z.infer<typeof Table>

export const Sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })

/** A copy of the embedded PostgreSQL's own files, from which its log can be replayed. */
const Base = z.object({
  file: BackupFile,
  /** Version of PostgreSQL, such as 18. Only the same version on the same platform can use the copy. */
  major: z.number().int(),
  platform: z.string(),
  timeline: z.number().int(),
  /** Segments of the log that the copy needs: from the first until before the next. */
  firstSegment: z.number().int(),
  nextSegment: z.number().int(),
  /** The copy can be recovered to this instant or a later one. */
  consistentAt: z.string(),
})

export const Manifest = z.object({
  format: z.literal(format, 'has another form'),
  /** Everything acknowledged before this instant is in the backup. */
  instant: z.string(),
  finishedAt: z.string(),
  version: z.string(),
  database: z.enum(['embedded', 'server']),
  migrations: z.array(z.string()),
  tables: z.array(Table),
  sequences: z.array(Sequence),
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** Files whose bytes were copied by this backup; all others are those of the backup before. */
    copiedCount: z.number().int(),
    copiedBytes: z.number().int(),
    /** Files that the database names and the store does not have. */
    missing: z.array(z.string()),
    list: BackupFile,
    storeId: z.string().nullable(),
  }),
  secrets: z.array(BackupFile),
  /** Identifies the portal's SECRET_KEY without revealing it. */
  secretKey: z.string(),
  base: Base.nullable(),
  key: z.object({ salt: z.string(), check: z.string() }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

const Signed = z.object({ manifest: z.unknown(), signature: z.string().nullable() })

/** Bytes of a backup, also those of files that it shares with others. */
export const sizeOf = ({ tables, base, files }: Manifest) =>
  tables.reduce((sum, { file }) => sum + file.bytes, files.bytes + (base?.file.bytes ?? 0))

export const keyCheck = (key: BackupKey) => signText(key, 'key', 'check')

/** Written last: a backup without it is not complete. */
export async function writeManifest(
  files: BackupFiles,
  manifest: Manifest,
  key: BackupKey | null,
): Promise<void> {
  const signature = key === null ? null : signText(key, 'manifest', JSON.stringify(manifest))
  const text = `${JSON.stringify({ manifest, signature }, null, 1)}\n`
  await files.write(manifestPath, Readable.from([Buffer.from(text)], { objectMode: false }))
}

async function readText(files: BackupFiles): Promise<string> {
  try {
    return (await buffer(await files.read(manifestPath))).toString()
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
    throw new StartRefusal(
      `${files.location} has no ${manifestPath}: it is no backup, or the backup was interrupted. Use another one.`,
    )
  }
}

/** The manifest without verifying it; null when the backup is not complete. */
export async function readUnverified(files: BackupFiles): Promise<Manifest | null> {
  try {
    const { manifest } = Signed.parse(JSON.parse((await buffer(await files.read(manifestPath))).toString()))
    return Manifest.parse(manifest)
  } catch (error) {
    if (error instanceof MissingFile || error instanceof SyntaxError || error instanceof z.ZodError)
      return null
    throw error
  }
}

export interface OpenedBackup {
  manifest: Manifest
  /** Null when the backup is not encrypted. */
  key: BackupKey | null
}

/**
 * Reads the manifest. Throws a StartRefusal when the backup is not complete, is damaged, or was encrypted
 * with another BACKUP_KEY.
 */
export async function readManifest(files: BackupFiles, backupKey: string | null): Promise<OpenedBackup> {
  const text = await readText(files)
  const damaged = () =>
    new StartRefusal(`${manifestPath} of ${files.location} is damaged. Use another backup.`)
  let signed: z.infer<typeof Signed>
  try {
    signed = Signed.parse(JSON.parse(text))
  } catch {
    throw damaged()
  }
  const parsed = Manifest.safeParse(signed.manifest)
  if (!parsed.success) throw damaged()
  const manifest = parsed.data
  if (manifest.key === null) {
    if (signed.signature !== null) throw damaged()
    return { manifest, key: null }
  }
  if (backupKey === null)
    throw new StartRefusal(`${files.location} is encrypted: set BACKUP_KEY to the key it was made with.`)
  const key = deriveKey(backupKey, manifest.key.salt)
  if (keyCheck(key) !== manifest.key.check)
    throw new StartRefusal(
      `BACKUP_KEY is not the key of ${files.location}: set it to the key the backup was made with.`,
    )
  if (signText(key, 'manifest', JSON.stringify(signed.manifest)) !== signed.signature) throw damaged()
  return { manifest, key }
}
