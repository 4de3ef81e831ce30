/** How webpack, the federation runtime and each browser word a script or style that could not be loaded. */
const wordings = [
  /Loading (CSS )?chunk .+ failed/i, // webpack 5
  /#RUNTIME-00[38]/, // Module Federation: manifest, entry
  /Failed to fetch dynamically imported module/i, // Chrome, Edge
  /error loading dynamically imported module/i, // Firefox
  /Importing a module script failed/i, // Safari
  /Unable to preload CSS for/i, // style sheets of a lazily loaded module
]

/**
 * Whether something thrown means that code could not be fetched (a release replaced it, the network failed)
 * rather than that it is wrong.
 */
export function isChunkLoadError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'ChunkLoadError' || wordings.some((wording) => wording.test(thrown.message))
}

/**
 * Fetches code, trying once more in place before giving up: webpack does not keep a failed chunk, so the same
 * import succeeds once the file is back. The second failure goes to the caller.
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
 * From now on `reload` is asked what to do about code that did not come; it says whether the page is loaded
 * anew. Answers how to stop.
 */
export function onMissingCode(reload: (error: unknown) => boolean): () => void {
  remedy = reload
  return () => {
    if (remedy === reload) remedy = null
  }
}

/**
 * Tells that code did not come, twice. True when the page is about to be loaded anew, so that nothing need be
 * said.
 */
export function reportMissingCode(error: unknown): boolean {
  return isChunkLoadError(error) && (remedy?.(error) ?? false)
}
