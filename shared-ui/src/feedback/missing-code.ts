/**
 * Error messages of webpack, the federation runtime and the browsers for a script or style that could not be
 * loaded.
 */
const wordings = [
  /Loading (CSS )?chunk .+ failed/i, // webpack 5
  /#RUNTIME-00[38]/, // Module Federation: manifest, entry
  /Failed to fetch dynamically imported module/i, // Chrome, Edge
  /error loading dynamically imported module/i, // Firefox
  /Importing a module script failed/i, // Safari
  /Unable to preload CSS for/i, // style sheets of a lazily loaded module
]

/**
 * True if an error means that code could not be fetched (replaced by a release, network failure), not that
 * the code is faulty.
 */
export function isChunkLoadError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'ChunkLoadError' || wordings.some((wording) => wording.test(thrown.message))
}

/**
 * Fetches code and retries once: webpack does not cache a failed chunk, so the same import succeeds when the
 * file is available again. The second failure goes to the caller.
 */
export async function fetchCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    return load()
  }
}

let remedy: ((error: unknown) => boolean) | null = null

/**
 * Registers `reload`, which decides what to do about code that could not be loaded. It returns true if it
 * reloads the page. Returns a function that unregisters it.
 */
export function onMissingCode(reload: (error: unknown) => boolean): () => void {
  remedy = reload
  return () => {
    if (remedy === reload) remedy = null
  }
}

/**
 * Reports code that could not be loaded after the retry. Returns true if the page is about to reload, so that
 * the caller shows no error.
 */
export function reportMissingCode(error: unknown): boolean {
  return isChunkLoadError(error) && (remedy?.(error) ?? false)
}
