/** How webpack, the federation runtime and each browser word a script or style that could not be loaded. */
const wordings = [
  /Loading (CSS )?chunk .+ failed/i, // webpack 5
  /#RUNTIME-00[38]/, // Module Federation: manifest, entry
  /Failed to fetch dynamically imported module/i, // Chrome, Edge
  /error loading dynamically imported module/i, // Firefox
  /Importing a module script failed/i, // Safari
  /Unable to preload CSS for/i, // style sheets of a lazily loaded module
]

/** Whether something thrown means that code could not be fetched (a release replaced it, the network failed) rather than that it is wrong. */
export function isChunkLoadError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'ChunkLoadError' || wordings.some((wording) => wording.test(thrown.message))
}
