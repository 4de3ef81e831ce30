import type { QueryClient } from '@tanstack/react-query'
import type { PortalStore } from '../portal/portal-store.ts'
import { refreshRecordsAndSteps } from '../records/list/refresh-records.ts'
import { userAtom } from '../session/session.ts'
import { folderNews } from './folder-news.ts'
import type { LocalFiles } from './folder-tree.ts'
import type { UploadTarget } from './engine/upload-calls.ts'
import { loadUploadEngine } from './engine/upload-engine.lazy.ts'
import type { UploadEngine } from './engine/upload-engine.ts'
import { uploadsAtom } from './upload-state.ts'

const engines = new WeakMap<PortalStore, Promise<UploadEngine>>()

async function makeEngine(store: PortalStore, queryClient: QueryClient): Promise<UploadEngine> {
  const [{ UploadEngine: Engine }, calls, { putBytes }, kept] = await loadUploadEngine()
  const engine = new Engine({
    createFile: calls.createFile,
    createFolder: calls.createFolder,
    deleteFile: calls.deleteFile,
    markAsDone: calls.markAsDone,
    putBytes,
    publish: (state) => store.set(uploadsAtom, state),
    onStored: (parentId, stored) => {
      folderNews(queryClient).note(parentId)
      if (stored?.document === undefined) return
      void refreshRecordsAndSteps(queryClient)
    },
  })
  let person = store.get(userAtom)?.pid
  const left = person === undefined ? null : kept.takeStoredUploads(person)
  if (left !== null) engine.restore(left)
  window.addEventListener('pagehide', () => {
    if (person !== undefined) kept.storeUploads(person, engine.unfinished())
  })
  store.sub(userAtom, () => {
    const now = store.get(userAtom)?.pid
    if (now !== person) engine.stop()
    person = now
  })
  return engine
}

/**
 * The page's one upload engine; its code comes with the first upload. It outlives every remote: the portal
 * store holds what it shows.
 */
export async function uploadEngine(store: PortalStore, queryClient: QueryClient): Promise<UploadEngine> {
  const known = engines.get(store)
  if (known !== undefined) return known
  const made = makeEngine(store, queryClient)
  engines.set(store, made)
  try {
    return await made
  } catch (error) {
    engines.delete(store)
    throw error
  }
}

/** Begins to upload files and folders into a folder. Rejects when the code for it cannot be fetched. */
export async function startUpload(
  store: PortalStore,
  queryClient: QueryClient,
  target: UploadTarget,
  files: LocalFiles,
): Promise<void> {
  const engine = await uploadEngine(store, queryClient)
  engine.add(target, files)
}
