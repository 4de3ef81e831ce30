import { z } from 'zod'
import { AppEntry } from '../apps/app-entry.ts'
import { RemoteManifest, RemoteName } from './manifest.ts'
import { readDeclarations } from './slots.ts'
import type { PanelDeclaration } from './slots.ts'

/**
 * Version of this contract. Remotes declare the range that they support. Raise the minor version for
 * additions and the major version for breaking changes.
 */
export const contractVersion = '1.0.0'

/** Version of a build: semver whose last part is a content hash, for example `0.1.0-3fa94c21`. */
export const BuildVersion = z
  .string()
  .max(100)
  .regex(/^\d+\.\d+\.\d+-[0-9A-Za-z.-]*[0-9A-Za-z]$/, 'is not a build version')

/** `sha384-<base64>` of the bytes at `entry`. */
export const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)

/** `manifestIntegrity` is the hash of `manifestText(manifest)`. */
const common = {
  name: RemoteName,
  version: BuildVersion,
  manifest: RemoteManifest,
  manifestIntegrity: Integrity.optional(),
  /** Panels of slots, and with conditions, that the last release does not know (`splitManifest`). */
  slots: z
    .array(z.unknown())
    .transform((list): PanelDeclaration[] => readDeclarations(list))
    .optional(),
}
/**
 * A path below `/remotes/` of this portal, or the same entry of a version at an origin that a superadmin has
 * listed. The policy of the page names these origins, so that no other is asked.
 */
const entry = z
  .string()
  .regex(
    /^(\/remotes\/|https?:\/\/[A-Za-z0-9.:[\]-]+\/remotes\/[a-z0-9_]+\/[0-9A-Za-z.-]+\/remoteEntry\.js$)/,
  )
/** The previously active build, offered when the current one fails to start. */
const EarlierBuild = z.object({ version: BuildVersion, entry, integrity: Integrity, contract: z.string() })

/** The branch that a viewer of a preview sees. */
export const PreviewNote = z.object({ branch: z.string(), until: z.string() })
export type PreviewNote = z.infer<typeof PreviewNote>

/** The flags of a remote, by name, with their values for one person. */
export const FlagValues = z.record(z.string(), z.boolean())
export type FlagValues = z.infer<typeof FlagValues>

/** A remote as visible to this viewer: with an entry to load, or disabled for the viewer's role. */
export const RegistryEntry = z.discriminatedUnion('state', [
  z.object({
    ...common,
    state: z.literal('on'),
    entry,
    integrity: Integrity,
    canary: z.boolean().optional(),
    previous: EarlierBuild.optional(),
    /** The viewer has opened a preview of this branch. */
    preview: PreviewNote.optional(),
    /** The values of its flags for this viewer. */
    flags: FlagValues.optional(),
  }),
  z.object({ ...common, state: z.literal('off') }),
])
export type RegistryEntry = z.infer<typeof RegistryEntry>

/**
 * A remote that an administrator removed, so that its pages can say so, for as long as it can be restored.
 */
export const RemovedEntry = z.object({
  name: RemoteName,
  /** What its page was called in the menu; the name of the remote if it had no menu entry. */
  label: z.string(),
  paths: z.array(z.string()),
  removedAt: z.string(),
})
export type RemovedEntry = z.infer<typeof RemovedEntry>

/** Response of `GET /federation/registry.json`. */
export const Registry = z.object({
  contract: z.string(),
  remotes: z.array(RegistryEntry),
  removed: z.array(RemovedEntry).default([]),
  /** Third-party apps that the viewer may open. */
  apps: z.array(AppEntry).default([]),
})
export type Registry = z.infer<typeof Registry>

/** Response of `GET /builds/latest.json`. */
export const LatestBuild = z.object({
  id: z.string(),
  shell: z.string(),
  remotes: z.record(z.string(), z.string()),
})
export type LatestBuild = z.infer<typeof LatestBuild>

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]))
}

/** Serializes a manifest for hashing: JSON with sorted keys, independent of their stored order. */
export function manifestText(manifest: RemoteManifest): string {
  return JSON.stringify(sorted(manifest))
}

/** Content hash at the end of a version: `0.1.0-3fa94c21` and `2.0.0-rc.1.3fa94c21` are the same build. */
export function contentHashOf(version: string): string {
  return version.slice(Math.max(version.lastIndexOf('-'), version.lastIndexOf('.')) + 1)
}

/** Name of a build's webpack container, a global variable of the page: `mfe_mail_3fa94c21`. */
export function containerName(name: string, version: string): string {
  return `mfe_${name}_${contentHashOf(version)}`
}
