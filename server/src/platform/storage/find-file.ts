import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { hasCode } from '#platform/error-code.ts'

/**
 * Size in bytes and time of the last change of a regular file. Null for anything else, including a symbolic
 * link, and for a file that another process has just removed.
 */
export async function findFile(path: string): Promise<{ size: number; storedAt: Date } | null> {
  try {
    const found = await lstat(path)
    return found.isFile() ? { size: found.size, storedAt: found.mtime } : null
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** What a folder contains; nothing if the folder does not exist (any more). */
export async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
