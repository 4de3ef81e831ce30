import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal, phrase } from '@portal/contract'
import type { ScanState } from '@portal/contract'
import type { ExpectedBytes } from '#features/files/file-store.ts'
import { requireSpace } from '#storage/disk-space.ts'
import type { Deps } from '../deps.ts'
import { alertFinding } from './alert-finding.ts'
import { findScans, saveScan } from './scans.queries.ts'
import type { Scan } from './scans.queries.ts'

export type ScanDeps = Pick<
  Deps,
  'database' | 'store' | 'scanner' | 'disk' | 'environment' | 'clock' | 'log' | 'ids'
>

export interface ScanOptions {
  /** What becomes of bytes larger than the scanner looks at: refused, or kept as not scanned. */
  tooLarge: 'refuse' | 'keep'
  /** What the bytes are, for administrators who are told of a virus in them. */
  what?: string
}

const someBytes = 'stored bytes'

/**
 * What the scanner says of bytes. A scanner that does not answer stops nobody's work: the bytes are "not
 * scanned", and the rescan looks at them later. With REQUIRE_SCAN they are refused instead (503). Source:
 * decision 0043.
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
    // What is too large now is too large until the scanner changes.
    const signatures = isTooLarge ? await scanner.signatures() : null
    return { state: 'not scanned', finding: isTooLarge ? 'too large' : 'scanner unavailable', signatures }
  }
}

/**
 * Scans what lies under a key, writes down the result and answers it with what was known before. Nothing is
 * written where no scanner is; administrators are alerted of a virus.
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
 * Puts bytes into the store and scans them: the one way in for bytes that do not come by a signed address.
 * Nothing lies there when it throws. Whoever must not have infected bytes asks `putClean`.
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

/** As `putScanned`, and refuses infected bytes. */
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
 * Refuses infected bytes that are kept elsewhere, or not at all: a build, an imported table. `open` gives
 * them, each time from the start.
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
 * Bytes another system keeps, once the scanner has seen them: read to their end first. Throws 422 for
 * infected ones.
 */
export async function scannedBody(deps: ScanDeps, body: Readable): Promise<Readable> {
  if (deps.scanner.kind === 'none' && !deps.environment.requireScan) return body
  const bytes = await buffer(body)
  await requireClean(deps, bytes, 'an attachment at Microsoft')
  return streamOf(bytes)()
}

/** Why bytes of that state are not handed out, or null. `name` is what the reader knows them by. */
export function whyNotServed(
  { requireScan }: Pick<Deps['environment'], 'requireScan'>,
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

/** Throws where one of these may not be handed out. */
export async function requireServable(
  { database, environment }: Pick<Deps, 'database' | 'environment'>,
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
