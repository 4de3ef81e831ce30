import { readFileSync } from 'node:fs'

/** Name and version in a package.json; null when there is no such file or it lacks either. */
export function readPackage(file: string): { name: string; version: string } | null {
  const text = textOf(file)
  if (text === null) return null
  const content: unknown = JSON.parse(text)
  if (typeof content !== 'object' || content === null || !('name' in content) || !('version' in content))
    return null
  const { name, version } = content
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : null
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
