/**
 * A token from a link: of an invitation or enrollment, of the first start, or of a new email address to
 * confirm.
 */
export interface LinkToken {
  kind: 'link' | 'setup' | 'confirm'
  token: string
}

const kinds = ['link', 'setup', 'confirm'] as const

function tokenIn(text: string): LinkToken | null {
  const values = new URLSearchParams(text)
  const kind = kinds.find((name) => values.get(name))
  return kind === undefined ? null : { kind, token: values.get(kind) ?? '' }
}

/**
 * Returns the token in the address and removes it from there immediately, so that it appears in no history
 * entry, request or screenshot. Links carry it in the fragment, which browsers do not send; older links carry
 * it in the query.
 */
export function takeLinkToken(): LinkToken | null {
  const found = tokenIn(location.hash.slice(1)) ?? tokenIn(location.search)
  if (found !== null) history.replaceState(history.state, '', location.pathname)
  return found
}
