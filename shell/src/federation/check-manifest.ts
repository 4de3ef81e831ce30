import { manifestText } from '@portal/contract'
import type { ResolvedBuild } from './resolve.ts'

/** A manifest that is not the one the server vouches for. */
export class ManifestError extends Error {
  constructor(name: string) {
    super(`The manifest of the part "${name}" is not the one its hash was made from.`)
    this.name = 'ManifestError'
  }
}

/**
 * Throws ManifestError unless the manifest is that of its hash. The earlier build and a developer's own have
 * none to compare.
 */
export async function checkManifest({ name, manifest, manifestIntegrity }: ResolvedBuild): Promise<void> {
  if (manifestIntegrity === null) return
  const bytes = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(manifestText(manifest)))
  const found = `sha384-${btoa(String.fromCodePoint(...new Uint8Array(bytes)))}`
  if (found !== manifestIntegrity) throw new ManifestError(name)
}
