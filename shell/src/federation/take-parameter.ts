/** Removes a parameter from the address of the page, in place. Returns its value; null if it is absent. */
export function takeParameter(name: string): string | null {
  const search = new URLSearchParams(location.search)
  const value = search.get(name)
  if (value === null) return null
  search.delete(name)
  const rest = search.toString()
  history.replaceState(history.state, '', location.pathname + (rest === '' ? '' : `?${rest}`) + location.hash)
  return value
}
