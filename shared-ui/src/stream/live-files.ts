import type { FileEvent } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { filesKey, folderNews } from '../uploads/folder-news.ts'

const hasPid = (step: unknown, pid: string): boolean =>
  typeof step === 'object' && step !== null && Reflect.get(step, 'pid') === pid

/** Does the way to a cached folder lead through this one? */
function isBelow(data: unknown, pid: string): boolean {
  const path: unknown = Reflect.get(Object(data), 'path')
  return Array.isArray(path) && path.some((step) => hasPid(step, pid))
}

/** Brings folders on screen up to date with what others did in them. */
export class LiveFiles {
  readonly #queryClient: QueryClient

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  note({ pid, action, folders }: FileEvent): void {
    const news = folderNews(this.#queryClient)
    for (const folder of folders) news.note(folder)
    if (pid === '' || action === 'create') return
    // A folder that was renamed, moved or deleted stands in the way to all that lies below it.
    for (const [key, data] of this.#queryClient.getQueriesData({ queryKey: [filesKey] })) {
      if (typeof key[1] === 'string' && isBelow(data, pid)) news.note(key[1])
    }
  }
}
