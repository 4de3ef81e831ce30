import { labelOfCode, screenLabel } from '@portal/contract'
import type { Role } from '@portal/contract'

const isOn = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') === '1'

/**
 * Whether the server offers demo accounts. The server writes this into the page, so that a signed-out page
 * requests only `me`.
 */
export function isDemo(): boolean {
  return isOn('portal-demo')
}

/** The role of a demo account as a word in a sentence. */
export const roleWord = (role: Role): string => screenLabel(labelOfCode(role)).toLowerCase()

/** Whether the server offers Microsoft sign-in. */
export function hasMicrosoft(): boolean {
  return isOn('portal-microsoft')
}

/** Whether sign-ins were frozen when this page was loaded. */
export function areSignInsFrozen(): boolean {
  return isOn('portal-frozen')
}

/** The last page of a Microsoft sign-in window. */
const returnedPath = '/auth/signed-in'

/**
 * Opens Microsoft in a separate window, so that this page stays loaded. That window ends at a page which
 * informs the others. Returns false when the browser blocks the window.
 */
export function openMicrosoft(purpose: 'sign-in' | 'step-up'): boolean {
  const query = new URLSearchParams({ purpose, returnTo: returnedPath })
  return (
    window.open(
      `/api/auth/microsoft/start?${query.toString()}`,
      'portal-microsoft',
      'popup,width=520,height=680',
    ) !== null
  )
}

/** Leaves for Microsoft to link an account, and returns to `returnTo`. */
export function linkMicrosoft(returnTo: string): void {
  location.assign(
    `/api/auth/microsoft/start?${new URLSearchParams({ purpose: 'link', returnTo }).toString()}`,
  )
}
