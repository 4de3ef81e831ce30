const isOn = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') === '1'

/**
 * Whether the server offers demo accounts. It says so in the page itself, so that a signed-out page asks
 * nothing but `me`.
 */
export function isDemo(): boolean {
  return isOn('portal-demo')
}

/** Whether the server signs in by Microsoft. */
export function hasMicrosoft(): boolean {
  return isOn('portal-microsoft')
}

/** Whether sign-ins were frozen when this page was opened. */
export function areSignInsFrozen(): boolean {
  return isOn('portal-frozen')
}

/** The page a window that was opened for Microsoft ends at. */
const returnedPath = '/auth/signed-in'

/**
 * Goes to Microsoft in a window of its own, so that this page stays as it is; that window ends at a page
 * which tells the others. False where the browser opens none.
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

/** Leaves for Microsoft to link an account of there to this one, and comes back to `returnTo`. */
export function linkMicrosoft(returnTo: string): void {
  location.assign(
    `/api/auth/microsoft/start?${new URLSearchParams({ purpose: 'link', returnTo }).toString()}`,
  )
}
