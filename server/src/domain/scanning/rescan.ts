import { StoreRefusal } from '#platform/storage/file-store.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { DomainDeps } from '../deps.ts'
import { scanStored } from './scan-bytes.ts'
import { findFileOf, forgetScans, listStale } from './scans.queries.ts'

/** Limits of one run, so that the scanner stays available for new files. */
const maxKeys = 500
const maxBytes = 2 * 1_073_741_824
const forgottenAfterMs = 24 * 60 * 60_000

export interface RescanResult {
  scanned: number
  /** Files that are infected now and were not found infected before. */
  infected: number
}

async function notifyInfected(deps: DomainDeps, key: string, finding: string | null): Promise<void> {
  const file = await findFileOf(deps.database, key)
  deps.log.warn(
    { file: file?.pid, key, finding },
    'the virus scanner found something in stored bytes; they are not handed out any more',
  )
  const detail = { finding, ...(file === undefined ? { in: 'mail' } : { file: file.pid, name: file.name }) }
  await writeAudit(deps.database.kysely, {
    kind: 'malware-found',
    at: deps.clock.now(),
    actor: null,
    person: null,
    origin: null,
    detail,
  })
}

/**
 * One run over the files that were not scanned with the current signatures: files stored without a working
 * scanner and, after an update of the signatures, all files. The size of a run is limited.
 */
export async function rescan(deps: DomainDeps): Promise<RescanResult> {
  const done: RescanResult = { scanned: 0, infected: 0 }
  const signatures = deps.scanner.kind === 'none' ? null : await deps.scanner.signatures()
  if (signatures === null) return done
  let bytes = 0
  for (const key of await listStale(deps.database, signatures, maxKeys)) {
    const found = await deps.store.head(key)
    if (found === null) continue
    bytes += found.size
    if (done.scanned > 0 && bytes > maxBytes) break
    try {
      const { state, finding, before } = await scanStored(deps, key, {
        tooLarge: 'keep',
        what: (await findFileOf(deps.database, key))?.name ?? 'a message',
      })
      done.scanned += 1
      if (state !== 'infected' || before === 'infected') continue
      done.infected += 1
      await notifyInfected(deps, key, finding)
    } catch (error) {
      // The file was deleted during the scan.
      if (!(error instanceof StoreRefusal)) throw error
    }
  }
  await forgetScans(deps.database, new Date(deps.clock.now().getTime() - forgottenAfterMs))
  return done
}
