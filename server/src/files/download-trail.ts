import type { Actor, FileRoot } from '@portal/contract'
import { OnceAWhile } from '#platform/auth/once-a-while.ts'
import type { RequestOrigin } from '#platform/auth/origin-of.ts'
import type { FileDeps } from './deps.ts'

/** A viewer reads one file in many ranges; requests within this time count as one download. */
const sameDownloadMs = 10 * 60_000
/** Maximum number of files of a zip named in the history; all are counted. */
const maxNamed = 50

interface ZipDownload {
  actor: Actor
  files: readonly string[]
  roots: readonly string[]
  bytes: number
  origin: RequestOrigin
}

/**
 * Records in the history who downloaded which files. The restricted folder has separate entries, written
 * before any bytes are sent (`read-audit.ts`).
 */
export class DownloadTrail {
  readonly #deps: FileDeps
  readonly #once = new OnceAWhile(sameDownloadMs)

  constructor(deps: FileDeps) {
    this.#deps = deps
  }

  file(actor: Actor, root: FileRoot, file: { pid: string; version: number }, origin: RequestOrigin): void {
    if (root.kind === 'restricted') return
    const at = this.#deps.clock.now()
    if (!this.#once.isFirst(`${actor.pid} ${file.pid} ${file.version}`, at)) return
    const detail = { file: file.pid, version: file.version, root: root.name }
    this.#deps.audit.add({
      kind: 'file-downloaded',
      at,
      actor: actor.pid,
      person: null,
      origin,
      detail,
    })
  }

  zip({ actor, files, roots, bytes, origin }: ZipDownload): void {
    const at = this.#deps.clock.now()
    const detail = {
      count: files.length,
      bytes,
      roots: roots.slice(0, maxNamed),
      files: files.slice(0, maxNamed),
    }
    this.#deps.audit.add({ kind: 'files-zipped', at, actor: actor.pid, person: null, origin, detail })
  }
}
