import { createContext, use } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { PanelDeclaration, SlotName, SlotData } from '@portal/contract'
import type { NewToast } from '../toast/toasts.ts'
import type { PortalStore } from './portal-store.ts'

/** A panel from the manifest of a remote: the remote and the panel's declaration. */
export interface PanelOffer {
  remote: string
  panel: PanelDeclaration
}

/** What a panel that runs when it is chosen can do besides. */
interface ActionCalls {
  /** Ends it; what it rendered is removed. A panel that never calls it stays. */
  onClose: () => void
}

/** What a panel in each slot can tell the place it stands in. */
interface SlotCalls {
  /** Whether it has unsaved input, so that leaving asks first, and the number on the tab. */
  'record.tab': { onDirty: (dirty: boolean) => void; onCount: (count: number) => void }
  'record.head': SlotCalls['record.tab']
  'record.action': ActionCalls
  'record.card': object
  /** The elements of the cells in sight, by pid of the record, to render into. */
  'table.cell': { cells: ReadonlyMap<string, HTMLElement> }
  /** `onChanged` reports that records were changed: the list is read again and nothing stays selected. */
  'bulk.action': ActionCalls & { onChanged: () => void }
  'overview.tile': object
  'settings.section': object
  'palette.command': ActionCalls
}

/** What a slot passes to a panel: what it is about, what it can tell, and the parts of the portal. */
export type SlotProps<S extends SlotName> = SlotData[S] &
  SlotCalls[S] & {
    /** Where it stands; absent in shells of the last release. */
    slot?: SlotName
    store: PortalStore
    queryClient: QueryClient
    /** The shell, with failures reported for the panel's own remote. */
    shell: ShellApi
  }

/** The part of its props that a panel gets from where it stands. */
export type SlotInput<S extends SlotName> = SlotData[S] & SlotCalls[S]

/** Props of a panel in the drawer of a record (contract.md 8). */
export type PanelProps = SlotProps<'record.tab'>

export interface MountedPanel<S extends SlotName = 'record.tab'> {
  update(props: SlotProps<S>): void
  unmount(): void
}

/** The exports of a panel's module. */
export interface PanelModule<S extends SlotName = 'record.tab'> {
  mountInto(element: HTMLElement, props: SlotProps<S>): MountedPanel<S>
}

/** The complete interface of the shell for remotes. A new method needs a decision record. */
export interface ShellApi {
  /** Navigates to an address of the portal, also one of another remote. */
  navigate(url: string): void
  /** Sets whether unsaved input exists. While true, the shell asks before it navigates away. */
  reportUnsaved(unsaved: boolean): void
  toast(toast: NewToast): void
  /**
   * The panels of all remotes for a slot, and a collection where the slot has them, in order. Panels of
   * modules that are off, and those for other roles, are omitted. Whether a record meets the conditions of a
   * panel is asked of `isForRecord` of the contract.
   */
  panels(slot: SlotName, collection?: string): readonly PanelOffer[]
  /** Loads a panel's code. Rejects after 10 s or if its remote is broken; a retry may succeed. */
  loadPanel(offer: PanelOffer): Promise<PanelModule<SlotName>>
  /**
   * The flags that this remote declares in its portal.json, with their values for this person. They stay the
   * same until the page is loaded again. A flag that is not declared has no value.
   */
  readonly flags: Readonly<Record<string, boolean>>
  /** Sets the page's heading (the shell's h1); null restores the label from the menu. */
  setTitle(title: string | null): void
  /**
   * Reports that a page or a panel of this remote failed to render. Its owner is informed, and the next visit
   * of a page looks for another release.
   */
  reportFailure(error: unknown): void
}

const ShellContext = createContext<ShellApi | null>(null)
export const ShellProvider = ShellContext.Provider

/** The shell, for components rendered by `createRemote` or by the shell. Throws outside of them. */
export function useShell(): ShellApi {
  const shell = use(ShellContext)
  if (shell === null) throw new Error('useShell is used outside of the portal')
  return shell
}
