import { createContext, use } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRecord, PanelDeclaration } from '@portal/contract'
import type { NewToast } from '../toast/toasts.ts'
import type { PortalStore } from './portal-store.ts'

/** A panel from the manifest of a remote: the remote and the panel's declaration. */
export interface PanelOffer {
  remote: string
  panel: PanelDeclaration
}

/**
 * Props that a slot passes to a panel. Source: contract.md 8; with `shell`, a panel of another remote reaches
 * the shell.
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

/** The exports of a panel's module. */
export interface PanelModule {
  mountInto: (element: HTMLElement, props: PanelProps) => MountedPanel
}

/** The complete interface of the shell for remotes. A new method needs a decision record. */
export interface ShellApi {
  /** Navigates to an address of the portal, also one of another remote. */
  navigate(url: string): void
  /** Sets whether unsaved input exists. While true, the shell asks before it navigates away. */
  reportUnsaved(unsaved: boolean): void
  toast(toast: NewToast): void
  /**
   * The panels of all remotes for a slot and a collection, in order. Panels of modules that are off are
   * omitted.
   */
  panels(slot: PanelDeclaration['slot'], collection: string): readonly PanelOffer[]
  /** Loads a panel's code. Rejects after 10 s or if its remote is broken; a retry may succeed. */
  loadPanel(offer: PanelOffer): Promise<PanelModule>
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
