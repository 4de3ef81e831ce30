import { AppEntry, RegistryEntry, RemoteManifest, RemoteName, RemovedEntry } from '@portal/contract'
import { z } from 'zod'
import { requestRegistry } from './request-registry.ts'

/**
 * A remote in the registry that may not run, with the reason. Its manifest still provides menu and routes.
 */
export interface RefusedEntry {
  state: 'refused'
  name: string
  version: string | null
  manifest: RemoteManifest
  reason: string
  /** The exact error, for the developers. */
  detail: string
}

export type KnownRemote = RegistryEntry | RefusedEntry

/** Only the envelope is validated here: one invalid entry must not affect the others. */
const Envelope = z.object({ contract: z.string(), remotes: z.array(z.unknown()) })
const Named = z.object({
  name: RemoteName,
  version: z.string().nullable().catch(null),
  manifest: RemoteManifest,
})

/**
 * Reads one entry: complete, refused with a reason, or null (and logged) when even its name and manifest
 * cannot be read.
 */
function readEntry(value: unknown): KnownRemote | null {
  const whole = RegistryEntry.safeParse(value)
  if (whole.success) return whole.data
  const fault = z.prettifyError(whole.error)
  const named = Named.safeParse(value)
  if (named.success)
    return {
      state: 'refused',
      ...named.data,
      reason: 'What the server says about it is not complete.',
      detail: fault,
    }
  console.error(`An entry of the registry was left out: ${fault}`)
  return null
}

/**
 * Reads an answer of `GET /federation/registry.json`, entry by entry. Throws ZodError when it is not a
 * registry.
 */
export function readRegistry(result: unknown): KnownRemote[] {
  return Envelope.parse(result)
    .remotes.map(readEntry)
    .filter((entry) => entry !== null)
}

/**
 * The other origins that serve builds of these remotes. The server allows them in the policy of the document.
 */
export const servedOrigins = (remotes: readonly KnownRemote[]): string[] =>
  remotes
    .flatMap((remote) => (remote.state === 'on' ? [remote.entry, remote.previous?.entry] : []))
    .flatMap((entry) => (entry?.startsWith('/') === false ? [new URL(entry).origin] : []))

const Removed = z.object({ removed: z.array(RemovedEntry) })

/** The remotes that were removed; none in answers of servers of the release before. */
function readRemoved(result: unknown): RemovedEntry[] {
  return Removed.safeParse(result).data?.removed ?? []
}

const Apps = z.object({ apps: z.array(AppEntry) })

/** The third-party apps of this viewer; none in answers of servers of the release before. */
function readApps(result: unknown): AppEntry[] {
  return Apps.safeParse(result).data?.apps ?? []
}

/**
 * Reads which remotes are deployed for this viewer, and which were removed, from an earlier answer or a new
 * one. Throws ApiProblem when the request failed, ZodError when the answer is not a registry.
 */
export async function fetchRegistry(
  response: Promise<unknown> = requestRegistry(),
): Promise<{ remotes: KnownRemote[]; removed: RemovedEntry[]; apps: AppEntry[] }> {
  const result = await response
  return { remotes: readRegistry(result), removed: readRemoved(result), apps: readApps(result) }
}
