import { createContext, use } from 'react'
import type { PanelDeclaration } from '@portal/contract'
import type { NewToast } from '../toast/toasts.ts'
import type { PanelModule } from './panel.tsx'

/** A panel some remote's manifest offers: which remote, and what it declared. */
export interface PanelOffer {
  remote: string
  panel: PanelDeclaration
}

/**
 * All that a remote may ask of the shell. A new method needs a decision record (style.md section 6).
 */
export interface ShellApi {
  /** Goes to an address of the portal, whichever remote owns it. */
  navigate(url: string): void
  /** Says whether leaving now would lose something; while true the shell asks before it lets go. */
  reportUnsaved(unsaved: boolean): void
  toast(toast: NewToast): void
  /** The panels all remotes offer for a slot and a collection, in order; those of modules that are off are absent. */
  panels(slot: PanelDeclaration['slot'], collection: string): readonly PanelOffer[]
  /** Loads a panel's code; rejects after 10 s or when its remote is broken, and may be called again. */
  loadPanel(offer: PanelOffer): Promise<PanelModule>
  /** Sets the page's heading (the shell's h1); null goes back to the one of the menu. */
  setTitle(title: string | null): void
}

const ShellContext = createContext<ShellApi | null>(null)
export const ShellProvider = ShellContext.Provider

/** The shell, inside whatever `createRemote` or the shell itself renders. Throws outside. */
export function useShell(): ShellApi {
  const shell = use(ShellContext)
  if (shell === null) throw new Error('useShell is used outside of the portal')
  return shell
}
