import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { Refusal, RemoteLoads, firstPageOf, manifestText, toProblem } from '@portal/contract'
import type { BuildRecord, CurrentUser, RegistryEntry, RemoteLoad, TrialBody } from '@portal/contract'
import { integrityOf } from '../dev/local-build.ts'
import { createPortalProxy } from '../dev/portal-proxy.ts'
import type { Answering } from '../dev/portal-proxy.ts'
import { withEntry, withVersion } from '../dev/proxied-build.ts'
import type { ProxiedBuild } from '../dev/proxied-build.ts'
import { findBrowser } from './find-browser.ts'
import { inBrowser } from './in-browser.ts'

/** How long a page may take from the start of the browser to its first report. */
const maxTrialMs = 90_000
/** A page that was mounted may still fail to draw: its next reports come within this time. */
const settleMs = 5_000

/** The result of a trial, or why there was none. */
export type TrialResult = TrialBody | { outcome: 'not-tried'; reason: string }

export interface TriedBuild {
  record: BuildRecord
  /** Hash of its entry, as the portal answered the upload. */
  integrity: string
  /** Origin of the portal to which it was uploaded. */
  origin: string
  /** Cookie of a session there. Without one the page has a person without data. */
  cookie: string | undefined
}

/** The uploaded build in place of the live one. Its files come from the portal. */
function uploadedBuild({ record, integrity }: TriedBuild): ProxiedBuild {
  const { name, version, entry, manifest } = record
  const own: RegistryEntry = {
    name,
    version,
    manifest,
    manifestIntegrity: integrityOf(manifestText(manifest)),
    state: 'on',
    entry: `/remotes/${name}/${version}/${entry}`,
    integrity,
  }
  return {
    manifest: () => manifest,
    file: () => Promise.resolve(null),
    inRegistry: async (registry) => withEntry(registry, own),
    inLatest: async (latest) => withVersion(latest, name, version),
  }
}

/** Who is signed in during a trial without a session. The page gets no data for them. */
const nobody: CurrentUser = {
  pid: '01TRIAL0000000000000000000',
  name: 'Trial',
  email: 'trial@example.invalid',
  role: 'superadmin',
  org: null,
  pages: {},
  modules: {},
}

const unavailable = toProblem(new Refusal('unavailable', 'There is no data during a trial.'), 'trial')

/** The document as it is sent to a browser with a session, so that the page asks who is signed in. */
const asSignedIn = (html: string) => html.replace(/(name="?portal-session"? content=)"?\w+"?/, '$1"present"')

/** What a load report of the page says about the build; null if it is of another remote, or says nothing. */
function toTrial({ name }: BuildRecord, load: RemoteLoad): TrialBody | null {
  if (load.remote !== name) return null
  if (load.outcome === 'loaded') return { outcome: 'mounted' }
  return load.phase === 'unmount' ? null : { outcome: 'failed', phase: load.phase, message: load.message }
}

/** Resolves with the first failure, or with a mount after which nothing failed for a while. */
class Verdict {
  readonly result: Promise<TrialResult>
  #settle: (result: TrialResult) => void = () => {}

  constructor() {
    this.result = new Promise((resolve) => {
      this.#settle = resolve
    })
    const reason = `the page did not open it within ${maxTrialMs / 1000} s`
    setTimeout(() => this.#settle({ outcome: 'not-tried', reason }), maxTrialMs).unref()
  }

  note(trial: TrialBody): void {
    if (trial.outcome === 'failed') this.#settle(trial)
    else setTimeout(() => this.#settle(trial), settleMs)
  }
}

/**
 * Mounts an uploaded build in a real page: the shell of the portal, with its policy and its limits, in a
 * browser of this machine. The portal sees no report of it.
 */
export async function tryBuild(tried: TriedBuild): Promise<TrialResult> {
  const { record, origin, cookie } = tried
  const [browser, page] = [findBrowser(), firstPageOf(record.manifest.routes)]
  if (page === null) return { outcome: 'not-tried', reason: 'it has no page that opens without a record' }
  if (browser === null)
    return { outcome: 'not-tried', reason: 'there is no Chromium here. Name one by CHROME_PATH' }
  const verdict = new Verdict()
  const answering: Answering = async (request: IncomingMessage, path) => {
    if (path === '/api/federation/loads') {
      const reports = RemoteLoads.safeParse(await json(request))
      for (const load of reports.data?.loads ?? []) {
        const trial = toTrial(record, load)
        if (trial !== null) verdict.note(trial)
      }
      return { status: 204 }
    }
    if (cookie !== undefined || !path.startsWith('/api/')) return null
    return path === '/api/auth/me' ? { status: 200, body: nobody } : { status: 503, body: unavailable }
  }
  const { server } = createPortalProxy(new URL(origin), uploadedBuild(tried), {
    cookie,
    answering,
    ...(cookie === undefined && { changeDocument: asSignedIn }),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    return await inBrowser(browser, `http://127.0.0.1:${port}${page}`, verdict.result)
  } catch (error) {
    return { outcome: 'not-tried', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
