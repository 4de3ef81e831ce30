import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal, phrase } from '@portal/contract'
import type { ScanState } from '@portal/contract'
import type { ExpectedBytes } from '#platform/storage/file-store.ts'
import { requireSpace } from '#platform/storage/disk-space.ts'
import type { DomainDeps } from '../deps.ts'
import { alertFinding } from './alert-finding.ts'
import { findScans, saveScan } from './scans.queries.ts'
import type { Scan } from './scans.queries.ts'

export type ScanDeps = Pick<
  DomainDeps,
  'database' | 'store' | 'scanner' | 'disk' | 'environment' | 'clock' | 'log' | 'ids' | 'virusFindings'
>

export interface ScanOptions {
  /** Whether a file larger than the scanner's limit is refused, or kept as not scanned. */
  tooLarge: 'refuse' | 'keep'
  /** Description of the file for the alert to administrators. */
  what?: string
}

const someBytes = 'stored bytes'

/**
 * Scans bytes. If the scanner does not answer, the result is "not scanned" and the rescan scans them later,
 * so uploads continue. With REQUIRE_SCAN they are refused instead (503). Source: decision 0043.
 */
export async function scanBytes(
  deps: ScanDeps,
  open: () => Promise<Readable>,
  { tooLarge }: ScanOptions,
): Promise<Scan> {
  const { scanner, environment, log } = deps
  if (scanner.kind === 'none') return { state: 'not scanned', finding: 'no scanner', signatures: null }
  try {
    const verdict = await scanner.scan(open)
    const signatures = await scanner.signatures()
    return verdict.isClean
      ? { state: 'clean', finding: null, signatures }
      : { state: 'infected', finding: verdict.finding, signatures }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isTooLarge = error.type === 'too-large'
    if (environment.requireScan || (isTooLarge && tooLarge === 'refuse')) throw error
    log.warn({ err: error }, 'bytes are kept without a virus scan')
    // A file that is too large stays too large until the scanner changes, so it is not scanned again before.
    const signatures = isTooLarge ? await scanner.signatures() : null
    return { state: 'not scanned', finding: isTooLarge ? 'too large' : 'scanner unavailable', signatures }
  }
}

/**
 * Scans a stored file, saves the result and returns it together with the previous state. Saves nothing if
 * there is no scanner. Alerts the administrators about a virus.
 */
export async function scanStored(
  deps: ScanDeps,
  key: string,
  options: ScanOptions,
): Promise<Scan & { before: ScanState | null }> {
  const scan = await scanBytes(deps, async () => (await deps.store.get(key)).body, options)
  const before =
    deps.scanner.kind === 'none' ? null : await saveScan(deps.database, key, scan, deps.clock.now())
  if (scan.state === 'infected' && before !== 'infected')
    await alertFinding(deps, scan.finding, options.what ?? someBytes)
  return { ...scan, before }
}

export function infected(finding: string | null): Refusal {
  return new Refusal(
    'infected',
    phrase('File not saved: the virus scanner found {{finding}}.', {
      finding: finding ?? 'something',
    }),
  )
}

/**
 * Stores and scans bytes. Used for everything except uploads through a signed address, builds and seeded
 * documents. Nothing is stored when it throws. An infected file is stored; use `putClean` to refuse it.
 */
export async function putScanned(
  deps: ScanDeps,
  key: string,
  bytes: Readable,
  expected: ExpectedBytes,
  what = someBytes,
): Promise<Scan> {
  await requireSpace(deps, expected.size)
  await deps.store.put(key, bytes, expected)
  try {
    return await scanStored(deps, key, { tooLarge: 'keep', what })
  } catch (error) {
    await deps.store.delete(key)
    throw error
  }
}

/** Like `putScanned`, but refuses infected bytes. */
export async function putClean(
  deps: ScanDeps,
  key: string,
  bytes: Readable,
  expected: ExpectedBytes,
  what = someBytes,
): Promise<void> {
  const { state, finding } = await putScanned(deps, key, bytes, expected, what)
  if (state !== 'infected') return
  await deps.store.delete(key)
  throw infected(finding)
}

const streamOf = (bytes: Buffer) => async () => Readable.from(bytes.length === 0 ? [] : [bytes])

/**
 * Refuses infected bytes that are not kept in the file store, such as a build or an imported table. `open`
 * returns a new stream from the start for each call.
 */
export async function requireClean(
  deps: ScanDeps,
  bytes: Buffer | (() => Promise<Readable>),
  what = someBytes,
): Promise<void> {
  const scan = await scanBytes(deps, typeof bytes === 'function' ? bytes : streamOf(bytes), {
    tooLarge: 'keep',
  })
  if (scan.state !== 'infected') return
  await alertFinding(deps, scan.finding, what)
  throw infected(scan.finding)
}

/**
 * Scans bytes that another system stores. They are read completely before they are passed on. Throws 422 for
 * infected bytes.
 */
export async function scannedBody(deps: ScanDeps, body: Readable): Promise<Readable> {
  if (deps.scanner.kind === 'none' && !deps.environment.requireScan) return body
  const bytes = await buffer(body)
  await requireClean(deps, bytes, 'an attachment at Microsoft')
  return streamOf(bytes)()
}

/** The reason why bytes in this state are not served, or null. `name` is the name shown to the reader. */
export function whyNotServed(
  { requireScan }: Pick<DomainDeps['environment'], 'requireScan'>,
  name: string,
  scan: Pick<Scan, 'state' | 'finding'> | undefined,
): Refusal | null {
  if (scan?.state === 'infected') {
    return new Refusal(
      'infected',
      phrase('{{name}} is blocked: the virus scanner found {{finding}}. Contact an administrator.', {
        name,
        finding: scan.finding ?? 'something',
      }),
    )
  }
  if (requireScan && scan?.state !== 'clean') {
    return new Refusal(
      'unavailable',
      phrase('{{name}} has not been scanned for viruses yet. Try again in a few minutes.', { name }),
    )
  }
  return null
}

/** Throws when one of these files may not be served. */
export async function requireServable(
  { database, environment }: Pick<DomainDeps, 'database' | 'environment'>,
  wanted: readonly { name: string; storeKey: string }[],
): Promise<void> {
  const scans = await findScans(
    database,
    wanted.map(({ storeKey }) => storeKey),
  )
  for (const { name, storeKey } of wanted) {
    const refusal = whyNotServed(environment, name, scans.get(storeKey))
    if (refusal !== null) throw refusal
  }
}
