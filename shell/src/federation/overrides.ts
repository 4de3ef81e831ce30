import { BuildRecord, containerName, mayOverride, readOverrideState, readOverrides } from '@portal/contract'
import type { Override } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import type { ResolvedBuild } from './resolve.ts'

const parameter = 'override'

/**
 * What the server wrote into this document: it alone decides which overrides are in force, and until when.
 */
function stateOfDocument() {
  return readOverrideState(document.querySelector('meta[name="portal-overrides"]')?.getAttribute('content'))
}

/** The overrides in force in this document, whoever is signed in; none once their hour is over. */
export function storedOverrides(): readonly Override[] {
  const { overrides, untilMs } = stateOfDocument()
  return untilMs > Date.now() ? overrides : []
}

/** The overrides in force for a person of that role. */
export function overridesFor(role: string | null | undefined): readonly Override[] {
  return mayOverride(role) ? storedOverrides() : []
}

/** Overrides an address asks for, until a person has answered. */
export const overrideQuestionAtom = atom<readonly Override[] | null>(null)

/**
 * Takes every remote from this portal again. The page's policy is the server's to write, so the page is
 * loaded anew.
 */
export async function clearOverrides(reload: () => void = () => location.reload()): Promise<void> {
  await api.delete('/api/federation/overrides', nothing)
  reload()
}

/**
 * Takes these remotes from the viewer's machine for an hour: the server signs them, and the page is loaded
 * anew for its policy.
 */
export async function agreeToOverrides(
  overrides: readonly Override[],
  reload: () => void = () => location.reload(),
): Promise<void> {
  const list = overrides.map(({ name, origin }) => `${name}@${origin}`).join(',')
  await api.post('/api/federation/overrides', { overrides: list }, nothing)
  reload()
}

/**
 * What `?override=` in the address asks for is taken out of the address and becomes a question, where the
 * server and the viewer's role allow it; elsewhere nothing else happens.
 */
export function takeOverride(store: PortalStore, role: string | null | undefined): void {
  const search = new URLSearchParams(location.search)
  const asked = search.get(parameter)
  if (asked === null) return
  search.delete(parameter)
  const rest = search.toString()
  history.replaceState(history.state, '', location.pathname + (rest === '' ? '' : `?${rest}`) + location.hash)
  const overrides = readOverrides(asked)
  if (mayOverride(role) && stateOfDocument().allowed && overrides.length > 0)
    store.set(overrideQuestionAtom, overrides)
}

/** The build a developer's own machine serves for a remote. Throws when there is none of that name. */
export async function overriddenBuild({ name, origin }: Override): Promise<ResolvedBuild> {
  const answer = await fetch(`${origin}/portal-build.json`, { credentials: 'omit', cache: 'no-store' })
  const record = BuildRecord.parse(await answer.json())
  if (record.name !== name) throw new Error(`${origin} serves the part "${record.name}".`)
  const { version, entry } = record
  return {
    name,
    version,
    container: containerName(name, version),
    entry: `${origin}/${entry}`,
    integrity: null,
    owner: record.manifest.owner,
    manifest: record.manifest,
    manifestIntegrity: null,
  }
}
