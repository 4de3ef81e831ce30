import type { QueryClient } from '@tanstack/react-query'
import { stepsKey } from '../records/record-queries.ts'

/** First part of the query keys of folders; the folder's parentId is the second. */
export const filesKey = 'files'

/** Time to batch changes: an upload causes one per file. */
const gatherMs = 120
/** Minimum time between two loads of a folder; the pause is longer for a large folder, which loads slowly. */
const restMs = 800
const restPerReadingMs = 4

interface Reading {
  timer: ReturnType<typeof setTimeout> | undefined
  isUnderWay: boolean
  /** Something changed while the folder was loading. */
  isStale: boolean
  restsUntilMs: number
}

/** Reloads visible folders after changes, by uploads of this page or by others. */
export class FolderNews {
  readonly #queryClient: QueryClient
  readonly #readings = new Map<string, Reading>()

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  /** Reports a change. `folder` is the name of a root or the pid of a folder. */
  note(folder: string): void {
    const reading = this.#readings.get(folder) ?? {
      timer: undefined,
      isUnderWay: false,
      isStale: false,
      restsUntilMs: 0,
    }
    this.#readings.set(folder, reading)
    if (reading.isUnderWay) reading.isStale = true
    else
      reading.timer ??= setTimeout(
        () => void this.#read(folder, reading),
        Math.max(gatherMs, reading.restsUntilMs - performance.now()),
      )
  }

  async #read(folder: string, reading: Reading): Promise<void> {
    reading.timer = undefined
    reading.isUnderWay = true
    const startedAtMs = performance.now()
    // A step of the open record may depend on a file.
    void this.#queryClient.invalidateQueries({ queryKey: stepsKey })
    await this.#queryClient.invalidateQueries({ queryKey: [filesKey, folder] })
    const now = performance.now()
    reading.isUnderWay = false
    reading.restsUntilMs = Math.max(startedAtMs + restMs, now + (now - startedAtMs) * restPerReadingMs)
    if (!reading.isStale) return
    reading.isStale = false
    this.note(folder)
  }
}

const known = new WeakMap<QueryClient, FolderNews>()

/** The instance of a page. It is shared, so that a folder is not loaded twice for the same change. */
export function folderNews(queryClient: QueryClient): FolderNews {
  const news = known.get(queryClient) ?? new FolderNews(queryClient)
  known.set(queryClient, news)
  return news
}
