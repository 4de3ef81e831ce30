const name = 'portal-sign-in'

/** Tells the other tabs of this browser that somebody has signed in or completed a step-up. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/**
 * Calls `listener` when somebody signs in or completes a step-up in another tab of this browser. Returns a
 * function that stops it.
 */
export function onSignInInOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
