const name = 'portal-sign-in'

/** Tells the other tabs of this browser that somebody has just signed in, or proved who they are. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/**
 * Calls `listener` when somebody signs in, or proves who they are, in another tab of this browser. Answers
 * how to stop.
 */
export function onSignInInOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
