import { inEnglish, isForRole } from '@portal/contract'
import type { CurrentUser, FlagValues, PanelDeclaration, SlotName } from '@portal/contract'
import type { PanelModule, PanelOffer } from '@portal/shared-ui'
import { loadExposed } from './load.ts'
import type { FederationRuntime } from './load.ts'
import type { KnownRemote } from './registry.ts'
import { resolveRemote } from './resolve.ts'

/**
 * The panels that all remotes offer for a slot, and a collection where the slot has them: by order, then by
 * the remote's name. Remotes that are off for the viewer, refused builds, and panels for other roles are left
 * out.
 */
export function panelOffers(
  slot: SlotName,
  collection: string | undefined,
  remotes: readonly KnownRemote[],
  user: CurrentUser | null,
): PanelOffer[] {
  const isOffered = (panel: PanelDeclaration) =>
    panel.slot === slot &&
    (collection === undefined || panel.collections.includes(collection)) &&
    isForRole(panel, user?.role)
  return remotes
    .flatMap((remote) =>
      remote.state === 'on' && user?.modules[remote.name] !== false
        ? [...remote.manifest.panels, ...(remote.slots ?? [])]
            .filter(isOffered)
            .map((panel) => ({ remote: remote.name, panel }))
        : [],
    )
    .toSorted(
      (a, b) => a.panel.order - b.panel.order || Number(a.remote > b.remote) - Number(a.remote < b.remote),
    )
}

const isPanelModule = (module: unknown): module is PanelModule<SlotName> =>
  typeof module === 'object' && module !== null && typeof Reflect.get(module, 'mountInto') === 'function'

/** Learns of a panel that could not be loaded or drawn; `version` is null when its build is not known. */
export type OnPanelFailure = (remote: string, version: string | null, error: unknown) => void

/**
 * The panel with flags and failures of its own: what it throws while it is mounted, and what it reports while
 * it draws, belongs to its remote and not to the one whose page it stands in.
 */
function withOwnShell(
  panel: PanelModule<SlotName>,
  flags: FlagValues,
  onFailure: (error: unknown) => void,
): PanelModule<SlotName> {
  return {
    mountInto(element, first) {
      const own = { flags, reportFailure: onFailure }
      const shell = { ...first.shell, ...own }
      try {
        const mounted = panel.mountInto(element, { ...first, shell })
        return {
          update: (props) => mounted.update({ ...props, shell }),
          unmount: () => mounted.unmount(),
        }
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
  }
}

/**
 * Loads a panel's code. Rejects with a sentence when its remote may not run, with a timeout after 10 s, or
 * with the runtime's error.
 */
export async function loadPanel(
  offer: PanelOffer,
  remotes: readonly KnownRemote[],
  runtime: FederationRuntime,
  flags: FlagValues,
  onFailure: OnPanelFailure,
): Promise<PanelModule<SlotName>> {
  const resolution = resolveRemote(offer.remote, remotes)
  const version =
    resolution.kind === 'build'
      ? resolution.build.version
      : resolution.kind === 'refused'
        ? resolution.version
        : null
  const failed = (error: unknown) => onFailure(offer.remote, version, error)
  try {
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
    return withOwnShell(module, flags, failed)
  } catch (error) {
    failed(error)
    throw error
  }
}
