import type { Readable } from 'node:stream'
import type { Pace } from './pace.ts'

/** One backup: its files have paths with `/`. */
export interface BackupFiles {
  /** What an operator types to name it. */
  location: string
  /** The last part of the location: when it was made. */
  name: string
  /** How fast the sources of its files are read. */
  pace: Pace
  /** Stores a file. Resolves once it would survive a power failure. Existing files are replaced. */
  write(path: string, bytes: Readable): Promise<void>
  /** Throws MissingFile when there is no such file. */
  read(path: string): Promise<Readable>
  /**
   * Takes over a file of another backup in the same place without copying its bytes over the network or the
   * disk. False when that is not possible.
   */
  reuse(from: BackupFiles, path: string, bytes: number): Promise<boolean>
}

/** Where backups are kept: a folder or a bucket. */
export interface BackupPlace {
  location: string
  /** Names of all backups, complete or not, oldest first. */
  names(): Promise<string[]>
  /** Creates an empty backup. The name is the instant, and a number where two have the same. */
  create(at: Date): Promise<BackupFiles>
  open(name: string): BackupFiles
  /** Deletes a backup. Files that later backups reuse remain in those. */
  removeBackup(name: string): Promise<void>
}

/** The backup has no such file. */
export class MissingFile extends Error {
  constructor(location: string, path: string) {
    super(`${location} has no ${path}.`)
  }
}

/** `2026-11-26T04-30-12Z`: sorts by time and is a name on every file system. */
export const backupNameOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
export const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?$/
/** When a backup of this name began. */
export const instantOfName = (name: string) =>
  new Date(`${name.slice(0, 10)}T${name.slice(11, 19).replaceAll('-', ':')}Z`)
/** Number of backups of one second. */
export const maxSameSecond = 100
