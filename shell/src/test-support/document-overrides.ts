/** Writes the server's overrides tag into the page; null removes it. */
export function documentOverrides(content: string | null): void {
  document.querySelector('meta[name="portal-overrides"]')?.remove()
  if (content === null) return
  const meta = document.createElement('meta')
  meta.setAttribute('name', 'portal-overrides')
  meta.setAttribute('content', content)
  document.head.append(meta)
}
