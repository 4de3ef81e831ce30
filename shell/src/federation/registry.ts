import { RegistryEntry, RemoteManifest, RemoteName } from '@portal/contract'
import { api } from '@portal/shared-ui'
import { z } from 'zod'

/**
 * A remote the registry names but that may not run, with the reason in words. Its manifest still draws menu
 * and routes.
 */
export interface RefusedEntry {
  state: 'refused'
  name: string
  version: string | null
  manifest: RemoteManifest
  reason: string
  /** What exactly is wrong, for whoever mends it. */
  detail: string
}

export type KnownRemote = RegistryEntry | RefusedEntry

/** The envelope alone: one entry that cannot be read must not take the others with it. */
const Envelope = z.object({ contract: z.string(), remotes: z.array(z.unknown()) })
const Named = z.object({
  name: RemoteName,
  version: z.string().nullable().catch(null),
  manifest: RemoteManifest,
})

/**
 * One entry: whole, refused with a reason, or null (and a line in the log) when not even its name and
 * manifest can be read.
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
 * Reads an answer of `GET /federation/registry.json`, entry by entry. Throws ZodError when it is no registry
 * at all.
 */
export function readRegistry(answer: unknown): KnownRemote[] {
  return Envelope.parse(answer)
    .remotes.map(readEntry)
    .filter((entry) => entry !== null)
}

/**
 * Asks the server which remotes are deployed for this viewer. Throws ApiProblem when it does not answer or
 * answers something else.
 */
export function fetchRegistry(): Promise<KnownRemote[]> {
  return api.get('/federation/registry.json', { parse: readRegistry })
}
