import { rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BinEntry, BinnedKind } from './file-store.ts'
import {
  filesBelow,
  hasCode,
  makeFolder,
  moveFile,
  namesBelow,
  pathOfKey,
  removeEmpty,
} from './disk-files.ts'

/** Where the things of one kind lie, and where they lie in the bin. */
interface Places {
  pathOf(key: string): string
  binnedPathOf(key: string): string
  /** Below it lies what is in the bin. */
  folder: string
}

/**
 * What was swept out of a folder and can be brought back until it is purged. The time of a file in it is when
 * it came there.
 */
export class EmbeddedBin {
  readonly #places: Readonly<Record<BinnedKind, Places>>

  /** `folders` names where each kind lies; builds lie below theirs under their keys, the others sharded. */
  constructor(bin: string, folders: Readonly<Record<BinnedKind, string>>) {
    const sharded = (kind: 'object' | 'upload'): Places => {
      const folder = join(bin, `${kind}s`)
      return {
        folder,
        pathOf: (key) => pathOfKey(folders[kind], key),
        binnedPathOf: (key) => pathOfKey(folder, key),
      }
    }
    const folder = join(bin, 'builds')
    const build: Places = {
      folder,
      pathOf: (key) => join(dirname(folders.build), key),
      binnedPathOf: (key) => join(folder, key),
    }
    this.#places = { object: sharded('object'), upload: sharded('upload'), build }
  }

  async open(): Promise<void> {
    for (const { folder } of Object.values(this.#places)) await makeFolder(folder)
  }

  async take(key: string, kind: BinnedKind): Promise<void> {
    const from = this.#places[kind].pathOf(key)
    const now = new Date()
    try {
      // First, so that nothing in the bin ever looks older than it is there.
      await utimes(from, now, now)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return
      throw error
    }
    await moveFile(from, this.#places[kind].binnedPathOf(key))
  }

  /** False where it is not in the bin. */
  restore(key: string, kind: BinnedKind): Promise<boolean> {
    return moveFile(this.#places[kind].binnedPathOf(key), this.#places[kind].pathOf(key))
  }

  async purge(key: string, kind: BinnedKind): Promise<void> {
    const { folder, binnedPathOf } = this.#places[kind]
    await rm(binnedPathOf(key), { force: true })
    await removeEmpty(dirname(binnedPathOf(key)), folder)
  }

  async *list(): AsyncIterable<BinEntry> {
    for (const kind of ['object', 'upload'] as const) {
      for await (const { key, storedAt } of filesBelow(this.#places[kind].folder))
        yield { key, kind, binnedAt: storedAt }
    }
    const { folder } = this.#places.build
    for (const key of await namesBelow(folder))
      yield { key, kind: 'build', binnedAt: (await stat(join(folder, key))).mtime }
  }
}
