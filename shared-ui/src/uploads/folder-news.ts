import type { QueryClient } from '@tanstack/react-query'
import { refreshSteps } from '../records/list/refresh-records.ts'

/** What the cache of folders is named by; the folder's parentId stands second. */
export const filesKey = 'files'

/** News are gathered for a moment: an upload brings one a file. */
const gatherMs = 120
/** A folder is read again this often at most, and a large one, whose reading takes its time, less often. */
const restMs = 800
const restPerReadingMs = 4

interface Reading {
  timer: ReturnType<typeof setTimeout> | undefined
  isUnderWay: boolean
  /** Something came while it was being read. */
  isStale: boolean
  restsUntilMs: number
}

/**
 * Reads folders on screen again in which something came, went or changed: by uploads of this page, or by what
 * others do.
 */
export class FolderNews {
  readonly #queryClient: QueryClient
  readonly #readings = new Map<string, Reading>()

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  /** `folder` is a root's name or a folder's pid. */
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
    // A file may be what a step of the open record waits for.
    void refreshSteps(this.#queryClient)
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

/** The one of a page, so that a folder is not read twice for the same news. */
export function folderNews(queryClient: QueryClient): FolderNews {
  const news = known.get(queryClient) ?? new FolderNews(queryClient)
  known.set(queryClient, news)
  return news
}
