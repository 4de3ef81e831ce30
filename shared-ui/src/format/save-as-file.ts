/** Downloads a text as a file with this name. */
export function saveAsFile(
  name: string,
  text: string,
  type: 'text/csv' | 'text/plain' | 'application/json',
): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
