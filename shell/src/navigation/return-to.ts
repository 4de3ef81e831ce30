/** The address of the sign-in page, with `address` as the page to return to. */
export function signInAddress(address: string): string {
  return `/login?returnTo=${encodeURIComponent(address)}`
}
