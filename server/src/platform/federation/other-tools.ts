import type { BuildRecord } from '@portal/contract'
import { FederationManifest, sharedRanges, whyNotFederated, whyUnshared } from '@portal/contract/other-tools'
import type { BuildFile } from './federation.queries.ts'

const manifestName = 'mf-manifest.json'
/** The file has a few kB. */
const maxManifestBytes = 1_048_576

type Found =
  { kind: 'none' } | { kind: 'read'; federation: FederationManifest } | { kind: 'refused'; reason: string }

/**
 * The manifest that Rspack, Vite and others write beside a build. Builds of the portal's own tools have none.
 */
function findFederation(files: readonly BuildFile[]): Found {
  const file = files.find(({ path }) => path === manifestName)
  if (file === undefined) return { kind: 'none' }
  if (file.bytes.length > maxManifestBytes)
    return { kind: 'refused', reason: `its ${manifestName} has more than 1 MB` }
  let content: unknown
  try {
    content = JSON.parse(file.bytes.toString('utf8'))
  } catch {
    return { kind: 'refused', reason: `its ${manifestName} is not JSON` }
  }
  const parsed = FederationManifest.safeParse(content)
  if (parsed.success) return { kind: 'read', federation: parsed.data }
  const [issue] = parsed.error.issues
  const place = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`
  return { kind: 'refused', reason: `its ${manifestName} is not one of module federation${place}` }
}

/**
 * The record with the ranges of shared packages from `mf-manifest.json`, where there is one, so that later
 * shells are checked against them too.
 */
export function withSharedRanges(record: BuildRecord, files: readonly BuildFile[]): BuildRecord {
  const found = findFederation(files)
  return found.kind === 'read'
    ? { ...record, shared: { ...record.shared, ...sharedRanges(found.federation) } }
    : record
}

function* scriptsOf(files: readonly BuildFile[]): Generator<string> {
  for (const { path, bytes } of files) if (/\.m?js$/.test(path)) yield bytes.toString('utf8')
}

/**
 * Why a build of another tool would not run in the portal, with what to change; null when nothing is wrong.
 */
export function whyNotOfOtherTool(files: readonly BuildFile[], record: BuildRecord): string | null {
  const found = findFederation(files)
  if (found.kind === 'none') return null
  if (found.kind === 'refused') return found.reason
  return whyNotFederated(found.federation, record) ?? whyUnshared(found.federation, scriptsOf(files))
}
