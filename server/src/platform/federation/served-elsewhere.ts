import { createHash } from 'node:crypto'
import { phrase } from '@portal/contract'
import type { BuildRecord, Sayable } from '@portal/contract'
import type { Environment } from '#platform/environment/environment.ts'
import { namesPrivateHost } from '#platform/outside/outside-request.ts'
import type { BuildFile } from './federation.queries.ts'

/** Why the portal does not let builds be served from an origin; null when a superadmin may list it. */
export function whyNotOrigin(
  origin: string,
  { publicOrigin, allowPrivateSources }: Pick<Environment, 'publicOrigin' | 'allowPrivateSources'>,
): Sayable | null {
  const url = new URL(origin)
  if (origin === publicOrigin) return phrase('{{origin}} is the origin of this portal.', { origin })
  if (allowPrivateSources) return null
  if (namesPrivateHost(url))
    return phrase('{{origin}} is an address of this machine or of a private network.', { origin })
  return url.protocol === 'https:' ? null : phrase('{{origin}} must begin with https://.', { origin })
}

const isCode = (path: string) => /\.(m?js|css)$/.test(path)

/** The hashes that pin a file: base64 without padding. Builds up to 0.1.0 have the longer one. */
const hashesOf = (bytes: Buffer): string[] =>
  ['sha256', 'sha384'].map((algorithm) =>
    createHash(algorithm).update(bytes).digest('base64').replace(/=$/, ''),
  )

/**
 * Why the browser could not refuse a changed file of a build that is served elsewhere: the entry, whose hash
 * the registry has, must hold the hash of every other script and style sheet. Null for a build that the
 * portal serves.
 */
export function whyNotPinned({ servedFrom, entry }: BuildRecord, files: readonly BuildFile[]): string | null {
  if (servedFrom === undefined) return null
  const entryText = files.find(({ path }) => path === entry)?.bytes.toString('latin1') ?? ''
  const open = files
    .filter(({ path }) => path !== entry && isCode(path))
    .find(({ bytes }) => !hashesOf(bytes).some((hash) => entryText.includes(hash)))
  return open === undefined
    ? null
    : `it is served from ${servedFrom}, and its entry has no hash of ${open.path}: build it with remoteConfig of @portal/shared-ui/webpack, which writes them, or let the portal serve it`
}
