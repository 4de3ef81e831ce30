import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { MissingFile } from './place.ts'
import type { BackupFiles, BackupPlace } from './place.ts'

const notePath = 'last-check.json'
/** A check of an older backup says little about the ones that would be restored. */
const newest = 20

/** The result of a rehearsal, kept in the backup that was rehearsed. */
const CheckNote = z.object({
  at: z.coerce.date(),
  /** What was wrong, as sentences; empty when the backup is good. */
  problems: z.array(z.string()),
})
export type CheckNote = z.infer<typeof CheckNote>

/** Notes how a rehearsal of the backup ended, in place of the note of an earlier one. */
export async function writeCheckNote(files: BackupFiles, note: CheckNote): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(note)}\n`)
  await files.write(notePath, Readable.from([bytes], { objectMode: false }))
}

async function readCheckNote(files: BackupFiles): Promise<CheckNote | null> {
  try {
    return CheckNote.parse(JSON.parse(await text(await files.read(notePath))))
  } catch (error) {
    if (error instanceof MissingFile || error instanceof SyntaxError || error instanceof z.ZodError)
      return null
    throw error
  }
}

/** The latest rehearsal of one of the newest backups; null when none was rehearsed. */
export async function findLastCheck(place: BackupPlace): Promise<(CheckNote & { location: string }) | null> {
  const backups = (await place.names()).slice(-newest).map((name) => place.open(name))
  const notes = await Promise.all(
    backups.map(async (files) => ({ location: files.location, note: await readCheckNote(files) })),
  )
  const found = notes.flatMap(({ location, note }) => (note === null ? [] : [{ ...note, location }]))
  return found.toSorted((a, other) => a.at.getTime() - other.at.getTime()).at(-1) ?? null
}
