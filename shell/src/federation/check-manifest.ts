import { manifestText, phrase } from '@portal/contract'
import { RemoteError } from './remote-error.ts'
import type { ResolvedBuild } from './resolve.ts'

/** The manifest does not match the hash in the registry. */
export class ManifestError extends RemoteError {
  constructor(name: string) {
    super(phrase('The manifest of the part "{{name}}" is not the one its hash was made from.', { name }))
    this.name = 'ManifestError'
  }
}

/**
 * Throws ManifestError unless the manifest matches its hash. The previous build and a developer's own build
 * have no hash to compare.
 */
export async function checkManifest({ name, manifest, manifestIntegrity }: ResolvedBuild): Promise<void> {
  if (manifestIntegrity === null) return
  const bytes = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(manifestText(manifest)))
  const found = `sha384-${btoa(String.fromCodePoint(...new Uint8Array(bytes)))}`
  if (found !== manifestIntegrity) throw new ManifestError(name)
}
