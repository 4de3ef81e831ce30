import { readFileSync } from 'node:fs'

/** Reads the name and version from a package.json. Returns null if the file or one of the two is missing. */
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
