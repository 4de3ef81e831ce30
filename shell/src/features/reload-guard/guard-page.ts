import { isChunkLoadError } from './chunk-load-error.ts'
import { mayReload } from './reload-once.ts'

/**
 * Fetches code, trying once more in place before giving up: webpack does not keep a failed chunk, so the same import succeeds once
 * the file is back. The second failure goes to the caller.
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    return load()
  }
}

/** Reloads the page when code is gone and the path was not reloaded in the last 10 seconds; says whether it did. */
export function reloadForMissingCode(thrown: unknown, reload: () => void = () => location.reload()): boolean {
  if (!isChunkLoadError(thrown) || !mayReload(location.pathname, Date.now(), sessionStorage)) return false
  reload()
  return true
}

/** Watches for code that nobody else caught failing to load. Answers how to stop. */
export function guardPage(target: Window, reload?: () => void): () => void {
  const onRejection = (event: PromiseRejectionEvent) => {
    if (reloadForMissingCode(event.reason, reload)) event.preventDefault()
  }
  target.addEventListener('unhandledrejection', onRejection)
  return () => target.removeEventListener('unhandledrejection', onRejection)
}
