import { z } from 'zod'
import { RemoteManifest, RemoteName } from './manifest.ts'

/** Version of this contract; remotes declare the range they work with. Raise the minor for additions, the major for breaks. */
export const contractVersion = '1.0.0'

/** Version of a build: semver, its last part a content hash, such as `0.1.0-3fa94c21`. */
export const BuildVersion = z.string().regex(/^\d+\.\d+\.\d+-[0-9A-Za-z.-]+$/, 'is not a build version')

/** `sha384-<base64>` of the bytes at `entry`. */
export const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)

const common = { name: RemoteName, version: BuildVersion, manifest: RemoteManifest }

/** One remote as this viewer may have it: with an entry to load, or switched off for the viewer's role. */
export const RegistryEntry = z.discriminatedUnion('state', [
  z.object({ ...common, state: z.literal('on'), entry: z.string().regex(/^\/remotes\//), integrity: Integrity }),
  z.object({ ...common, state: z.literal('off') }),
])
export type RegistryEntry = z.infer<typeof RegistryEntry>

/** Answer of `GET /federation/registry.json`. */
export const Registry = z.object({ contract: z.string(), remotes: z.array(RegistryEntry) })
export type Registry = z.infer<typeof Registry>

/** Answer of `GET /builds/latest.json`. */
export const LatestBuild = z.object({ id: z.string(), shell: z.string(), remotes: z.record(z.string(), z.string()) })
export type LatestBuild = z.infer<typeof LatestBuild>

/** `portal-build.json`, written beside a remote's build: what the server publishes. */
export const BuildRecord = z.object({ name: RemoteName, version: BuildVersion, entry: z.literal('remoteEntry.js'), manifest: RemoteManifest })
export type BuildRecord = z.infer<typeof BuildRecord>

/** Name of a build's webpack container, a global of the page: `mfe_mail_3fa94c21`. */
export function containerName(name: string, version: string): string {
  return `mfe_${name}_${version
    .split('-')
    .slice(1)
    .join('_')
    .replaceAll(/[^0-9A-Za-z_]/g, '_')}`
}
