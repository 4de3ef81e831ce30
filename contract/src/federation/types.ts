import { z } from 'zod'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'
import { ShellOffers } from './uses.ts'

/** Folder of a build with its type declarations. */
export const typesFolder = 'types/'

/**
 * Response of `GET /api/federation/remotes/{name}/types?version=`, for administrators and holders of any
 * deploy token: the type declarations of a published build, without `version` of the active one.
 */
export const RemoteTypes = z.object({
  name: RemoteName,
  version: BuildVersion,
  /** Paths below the folder of the types, such as `src/lifecycles.d.ts`. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
})
export type RemoteTypes = z.infer<typeof RemoteTypes>

/**
 * Response of `GET /api/federation/types`, for the same: the versions of the contract and of the packages
 * that the running portal shares, and the names that it offers. The packages themselves have the
 * declarations.
 */
export const PortalTypes = z.object({
  contract: z.string(),
  shell: BuildVersion.nullable(),
  packages: z.record(z.string(), z.string()),
  offers: ShellOffers.nullable(),
  /** The remotes whose active build has types. */
  remotes: z.array(z.object({ name: RemoteName, version: BuildVersion })),
})
export type PortalTypes = z.infer<typeof PortalTypes>
