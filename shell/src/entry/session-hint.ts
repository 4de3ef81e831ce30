/**
 * Whether the browser sent a session with the request for this document. The server writes it into the page,
 * so that a visitor without one does not ask who is signed in and gets no refusal. `required`: no session,
 * and
 * the address needs one.
 */
export type SessionHint = 'present' | 'absent' | 'required'

/** The hint of this document. Without one the page asks the server. */
export function sessionHint(): SessionHint {
  const hint = document.querySelector('meta[name="portal-session"]')?.getAttribute('content')
  return hint === 'absent' || hint === 'required' ? hint : 'present'
}
