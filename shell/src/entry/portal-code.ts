import type { Session } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import type { Root } from 'react-dom/client'
import type { Page } from './start-page.ts'

/** What the sign-in pages use of the portal's code, which is loaded on demand (`open-portal.tsx`). */
export interface PortalCode {
  /** Opens the portal on this page, in place of what is drawn. Called once. */
  openPortal(page: Page, root: Root): void
  /** Asks who is signed in and puts the answer in the store. */
  loadSession(store: PortalStore): Promise<Session>
  /** Starts loading what a page of records needs. */
  prefetchRecordPage(): void
}

export type LoadPortal = () => Promise<PortalCode>

/**
 * Loads the portal's code. The start of the page sets it, so that the sign-in pages do not import the
 * portal.
 */
export const portalCodeAtom = atom<{ load: LoadPortal }>({
  load: () => Promise.reject(new Error('The page was not started.')),
})
