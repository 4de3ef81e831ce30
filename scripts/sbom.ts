import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { root } from './run.ts'

/** Path of the bill of materials, relative to the repository. */
export const sbomFile = join('.cache', 'sbom', 'permit-portal.cdx.json')

const Component = z.looseObject({
  name: z.string(),
  version: z.string().optional(),
  purl: z.string().optional(),
  hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
})
export const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
})
export type Sbom = z.infer<typeof Sbom>

/** Registry components without a hash. The portal's own packages are private and have no hash. */
export function unhashed({ components }: Sbom): string[] {
  const isOwn = ({ properties = [] }: z.infer<typeof Component>) =>
    properties.some(({ name }) => name === 'cdx:npm:package:private')
  return components.flatMap((component) =>
    isOwn(component) || (component.hashes ?? []).length > 0
      ? []
      : [`${component.name}@${component.version ?? '?'}`],
  )
}

/**
 * The CycloneDX bill of materials of package-lock.json, created by npm without a network. Throws when a
 * component has no hash.
 */
export function readSbom(): Sbom {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--offline',
    '--loglevel',
    'error',
  ]
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    shell: process.platform === 'win32',
  })
  const sbom = Sbom.parse(JSON.parse(text))
  // npm uses the folder name of the clone as the product name.
  sbom.metadata.component.name = 'permit-portal'
  const [first] = unhashed(sbom)
  if (first !== undefined)
    throw new Error(`The bill of materials has no hash for ${first}: run npm run lock:repair.`)
  return sbom
}

/** Writes the bill of materials and returns its path relative to the repository. */
export function writeSbom(): string {
  mkdirSync(dirname(join(root, sbomFile)), { recursive: true })
  writeFileSync(join(root, sbomFile), `${JSON.stringify(readSbom(), null, 2)}\n`)
  return sbomFile
}

if (import.meta.main) console.log(writeSbom())
