import type { FileEvent } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { filesKey, folderNews } from '../uploads/folder-news.ts'

const hasPid = (step: unknown, pid: string): boolean =>
  typeof step === 'object' && step !== null && Reflect.get(step, 'pid') === pid

/** True if the path of a cached folder contains this folder. */
function isBelow(data: unknown, pid: string): boolean {
  const path: unknown = Reflect.get(Object(data), 'path')
  return Array.isArray(path) && path.some((step) => hasPid(step, pid))
}

/** Reloads visible folders after changes by others. */
export class LiveFiles {
  readonly #queryClient: QueryClient

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  note({ pid, action, folders }: FileEvent): void {
    const news = folderNews(this.#queryClient)
    for (const folder of folders) news.note(folder)
    if (pid === '' || action === 'create') return
    // A renamed, moved or deleted folder is part of the path of all folders inside it.
    for (const [key, data] of this.#queryClient.getQueriesData({ queryKey: [filesKey] })) {
      if (typeof key[1] === 'string' && isBelow(data, pid)) news.note(key[1])
    }
  }
}
