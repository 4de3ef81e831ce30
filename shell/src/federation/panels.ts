import { inEnglish, toRole } from '@portal/contract'
import type { CurrentUser, PanelDeclaration } from '@portal/contract'
import type { PanelModule, PanelOffer } from '@portal/shared-ui'
import { loadExposed } from './load.ts'
import type { FederationRuntime } from './load.ts'
import type { KnownRemote } from './registry.ts'
import { resolveRemote } from './resolve.ts'

/**
 * The panels that all remotes offer for a slot and a collection, in order. Remotes that are off for the
 * viewer, and refused builds, offer none.
 */
export function panelOffers(
  slot: PanelDeclaration['slot'],
  collection: string,
  remotes: readonly KnownRemote[],
  user: CurrentUser | null,
): PanelOffer[] {
  if (toRole(user?.role) === null) return []
  return remotes
    .filter((remote) => remote.state === 'on' && user?.modules[remote.name] !== false)
    .flatMap(({ name, manifest }) => manifest.panels.map((panel) => ({ remote: name, panel })))
    .filter(({ panel }) => panel.slot === slot && panel.collections.includes(collection))
    .sort((a, other) => a.panel.order - other.panel.order)
}

const isPanelModule = (module: unknown): module is PanelModule =>
  typeof module === 'object' && module !== null && typeof Reflect.get(module, 'mountInto') === 'function'

/**
 * Loads a panel's code. Rejects with a sentence when its remote may not run, with a timeout after 10 s, or
 * with the runtime's error.
 */
export async function loadPanel(
  offer: PanelOffer,
  remotes: readonly KnownRemote[],
  runtime: FederationRuntime,
): Promise<PanelModule> {
  const resolution = resolveRemote(offer.remote, remotes)
  if (resolution.kind !== 'build') {
    throw new Error(
      resolution.kind === 'refused'
        ? inEnglish(resolution.reason)
        : `The part "${offer.remote}" is not available.`,
    )
  }
  const module = await loadExposed({ runtime, build: resolution.build, expose: offer.panel.expose })
  if (!isPanelModule(module))
    throw new TypeError(`${offer.panel.expose} of the part "${offer.remote}" has no mountInto.`)
  return module
}
