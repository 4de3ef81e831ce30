import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'jotai'
import type { PortalStore } from '../portal/portal-store.ts'
import { useShell } from '../portal/shell-api.ts'
import type { MountedPanel, PanelOffer, ShellApi, SlotInput } from '../portal/shell-api.ts'
import type { ActionSlot } from './create-action.ts'
import { t } from './texts.ts'
import { offerLabel } from './use-offers.ts'

/** The parts of the portal that an action gets. */
export interface ActionParts {
  shell: ShellApi
  store: PortalStore
  queryClient: QueryClient
}

export type ActionInput<S extends ActionSlot> = Omit<SlotInput<S>, 'onClose'>

/**
 * Loads and runs a panel of another remote that was chosen, in an element of its own, and resolves when it
 * has ended. Never rejects: what fails is said in a toast, and the shell charges it to the remote.
 */
export async function startAction<S extends ActionSlot>(
  parts: ActionParts,
  slot: S,
  offer: PanelOffer,
  input: ActionInput<S>,
): Promise<void> {
  const element = document.createElement('div')
  element.dataset['remote'] = offer.remote
  try {
    const panel = await parts.shell.loadPanel(offer)
    document.body.append(element)
    const closed = Promise.withResolvers<void>()
    const props = { ...parts, ...input, slot, onClose: closed.resolve }
    const mounted: MountedPanel<ActionSlot> = panel.mountInto(element, props)
    await closed.promise
    mounted.unmount()
  } catch {
    const title = t('actionFailed', { label: offerLabel(offer) })
    parts.shell.toast({ title, description: t('failedText'), colour: 'red' })
  } finally {
    // After the panel has let go of it.
    setTimeout(() => element.remove())
  }
}

/** Runs actions with the parts of the portal around. */
export function useActionParts(): ActionParts {
  return { shell: useShell(), store: useStore(), queryClient: useQueryClient() }
}
