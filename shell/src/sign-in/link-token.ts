/**
 * A token that a link brought: of an invitation or enrolment, of the first start, or of a new address that is
 * to be confirmed.
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
 * The token in the address, which it is taken out of at once, so that neither the history nor a later request
 * or screenshot holds it. Links carry it in the fragment, which browsers send to nobody; those made earlier
 * carry it in the query.
 */
export function takeLinkToken(): LinkToken | null {
  const found = tokenIn(location.hash.slice(1)) ?? tokenIn(location.search)
  if (found !== null) history.replaceState(history.state, '', location.pathname)
  return found
}
