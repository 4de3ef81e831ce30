import { createContext, use } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRecord, PanelDeclaration } from '@portal/contract'
import type { NewToast } from '../toast/toasts.ts'
import type { PortalStore } from './portal-store.ts'

/** A panel some remote's manifest offers: which remote, and what it declared. */
export interface PanelOffer {
  remote: string
  panel: PanelDeclaration
}

/**
 * What a slot hands to a panel. Source: contract.md 8; `shell` is how a panel of another remote reaches the
 * shell.
 */
export interface PanelProps {
  collection: string
  pid: string
  record: AnyRecord
  readOnly: boolean
  store: PortalStore
  queryClient: QueryClient
  shell: ShellApi
  onDirty: (dirty: boolean) => void
  onCount: (count: number) => void
}

export interface MountedPanel {
  update: (props: PanelProps) => void
  unmount: () => void
}

/** What the module behind a panel's expose exports. */
export interface PanelModule {
  mountInto: (element: HTMLElement, props: PanelProps) => MountedPanel
}

/**
 * All that a remote may ask of the shell. A new method needs a decision record.
 */
export interface ShellApi {
  /** Goes to an address of the portal, whichever remote owns it. */
  navigate(url: string): void
  /** Says whether leaving now would lose something; while true the shell asks before it lets go. */
  reportUnsaved(unsaved: boolean): void
  toast(toast: NewToast): void
  /**
   * The panels all remotes offer for a slot and a collection, in order; those of modules that are off are
   * absent.
   */
  panels(slot: PanelDeclaration['slot'], collection: string): readonly PanelOffer[]
  /** Loads a panel's code; rejects after 10 s or when its remote is broken, and may be called again. */
  loadPanel(offer: PanelOffer): Promise<PanelModule>
  /** Sets the page's heading (the shell's h1); null goes back to the one of the menu. */
  setTitle(title: string | null): void
  /**
   * Says that a page of this remote failed to draw: it is told to those who run the portal, and the next
   * visit looks for another release.
   */
  reportFailure(error: unknown): void
}

const ShellContext = createContext<ShellApi | null>(null)
export const ShellProvider = ShellContext.Provider

/** The shell, inside whatever `createRemote` or the shell itself renders. Throws outside. */
export function useShell(): ShellApi {
  const shell = use(ShellContext)
  if (shell === null) throw new Error('useShell is used outside of the portal')
  return shell
}
