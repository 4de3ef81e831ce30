import { rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '#platform/error-code.ts'
import type { BinEntry, BinnedKind } from '#platform/storage/file-store.ts'
import { findFile } from '#platform/storage/find-file.ts'
import { filesBelow, makeFolder, moveFile, namesBelow, pathOfKey, removeEmpty } from './disk-files.ts'

/** Paths of one kind of entry, in the store and in the bin. */
interface Places {
  pathOf(key: string): string
  binnedPathOf(key: string): string
  /** The folder of this kind in the bin. */
  folder: string
}

/**
 * Swept files that can be restored until they are purged. The modification time of a file in the bin is the
 * time it was moved there.
 */
export class EmbeddedBin {
  readonly #places: Readonly<Record<BinnedKind, Places>>

  /**
   * `folders` maps each kind to its folder. Builds are stored below theirs under their keys; the other kinds
   * are sharded.
   */
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
      // Set before the move, so that no file in the bin appears older than its stay there.
      await utimes(from, now, now)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return
      throw error
    }
    await moveFile(from, this.#places[kind].binnedPathOf(key))
  }

  /** Path of an entry in the bin. */
  pathOf(key: string, kind: BinnedKind): string {
    return this.#places[kind].binnedPathOf(key)
  }

  /** False when the bin does not contain it. */
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
    for await (const key of namesBelow(folder)) {
      const found = await findFile(join(folder, key))
      if (found !== null) yield { key, kind: 'build', binnedAt: found.storedAt }
    }
  }
}
