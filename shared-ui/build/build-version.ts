import { join } from 'node:path'
import { inputHash } from './input-hash.ts'
import { readPackage } from './package-json.ts'

/** `<version from package.json>-<first 8 hex digits of the hash of all build inputs>`. */
export function buildVersion(folder: string): string {
  const found = readPackage(join(folder, 'package.json'))
  if (found === null) throw new Error(`${folder} has no package.json with a name and a version`)
  return `${found.version}-${inputHash(folder).slice(0, 8)}`
}
