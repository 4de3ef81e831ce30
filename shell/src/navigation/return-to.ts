/** The sign-in page's address for somebody who asked for `address` without being signed in. */
export function signInAddress(address: string): string {
  return `/login?returnTo=${encodeURIComponent(address)}`
}
