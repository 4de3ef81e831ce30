import { mayOverride, readOverrideState, readOverrides } from '@portal/contract'
import type { Override } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { takeParameter } from './take-parameter.ts'

const parameter = 'override'

/**
 * The overrides state that the server wrote into this document. Only the server decides which overrides are
 * active, and until when.
 */
function stateOfDocument() {
  return readOverrideState(document.querySelector('meta[name="portal-overrides"]')?.getAttribute('content'))
}

/** The active overrides of this document, whoever is signed in; none after they have expired. */
export function storedOverrides(): readonly Override[] {
  const { overrides, untilMs } = stateOfDocument()
  return untilMs > Date.now() ? overrides : []
}

/** The active overrides for a user with that role. */
export function overridesFor(role: string | null | undefined): readonly Override[] {
  return mayOverride(role) ? storedOverrides() : []
}

/** Overrides requested by the address, until the user has answered. */
export const overrideQuestionAtom = atom<readonly Override[] | null>(null)

/** Removes all overrides. The page reloads, because the server writes the content security policy. */
export async function clearOverrides(reload: () => void = () => location.reload()): Promise<void> {
  await api.delete('/api/federation/overrides', nothing)
  reload()
}

/**
 * Activates these overrides for an hour. The server signs them, and the page reloads with the matching
 * policy.
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
 * Removes `?override=` from the address. Where the server and the viewer's role allow it, it becomes a
 * question to the user.
 */
export function takeOverride(store: PortalStore, role: string | null | undefined): void {
  const asked = takeParameter(parameter)
  if (asked === null) return
  const overrides = readOverrides(asked)
  if (mayOverride(role) && stateOfDocument().allowed && overrides.length > 0)
    store.set(overrideQuestionAtom, overrides)
}
