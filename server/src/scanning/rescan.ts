import { StoreRefusal } from '#features/files/file-store.ts'
import { writeAudit } from '#identity/audit-trail.ts'
import type { Deps } from '../deps.ts'
import { scanStored } from './scan-bytes.ts'
import { findFileOf, forgetScans, listStale } from './scans.queries.ts'

/** So much is looked at in a round, which keeps the scanner free for what arrives. */
const maxKeys = 500
const maxBytes = 2 * 1_073_741_824
const forgottenAfterMs = 24 * 60 * 60_000

export interface RescanResult {
  scanned: number
  /** Bytes the scanner found something in that it did not find before. */
  infected: number
}

async function notifyInfected(deps: Deps, key: string, finding: string | null): Promise<void> {
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
 * One round over what the scanner has not seen with its present signatures: bytes kept while it was down or
 * before there was one, and, when its signatures change, everything again, at a bounded pace.
 */
export async function rescan(deps: Deps): Promise<RescanResult> {
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
      // Deleted while it was looked at.
      if (!(error instanceof StoreRefusal)) throw error
    }
  }
  await forgetScans(deps.database, new Date(deps.clock.now().getTime() - forgottenAfterMs))
  return done
}

const everyMs = 10 * 60_000

/**
 * Rescans every ten minutes, where a scanner is, until the answered function is called, which waits for a
 * round under way.
 */
export function startRescans(deps: Deps): () => Promise<void> {
  if (deps.scanner.kind === 'none') return async () => undefined
  let running: Promise<void> = Promise.resolve()
  const round = async () => {
    try {
      const done = await rescan(deps)
      if (done.scanned > 0) deps.log.info(done, 'stored bytes were scanned')
    } catch (error) {
      deps.log.warn({ err: error }, 'stored bytes could not be scanned; the next round tries again')
    }
  }
  const timer = setInterval(() => {
    running = running.then(round)
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
