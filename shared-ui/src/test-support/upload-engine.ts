import type { LocalFiles, LocalFolder } from '../uploads/folder-tree.ts'
import { PutFailure } from '../uploads/engine/put-bytes.ts'
import type { PutOptions } from '../uploads/engine/put-bytes.ts'
import { UploadEngine } from '../uploads/engine/upload-engine.ts'
import type { UploadEngineDeps } from '../uploads/engine/upload-engine.ts'
import { noUploads } from '../uploads/upload-state.ts'
import type { UploadsState } from '../uploads/upload-state.ts'

/** Where the tests upload to: the files of the team. */
export const target = { root: 'team', parentId: 'team' }

/** A file of 12 bytes unless it is told otherwise. */
export const file = (name: string, content = 'twelve bytes', type = 'text/plain') =>
  new File([content], name, { type })

/** Files chosen without a folder. */
export const alone = (...files: File[]): LocalFiles => ({ files, folders: [], skipped: [] })

export const folder = (name: string, more: Partial<LocalFolder> = {}): LocalFolder => ({
  name,
  files: [],
  folders: [],
  ...more,
})

/** Folders chosen whole. */
export const whole = (...folders: LocalFolder[]): LocalFiles => ({ files: [], folders, skipped: [] })

interface Put extends PutOptions {
  url: string
  name: string
  arrive: () => void
  fail: (error: unknown) => void
}

/** An engine before a server that keeps what it is sent; the test lets bytes arrive. */
export function startEngine(around: Partial<UploadEngineDeps> = {}) {
  const puts: Put[] = []
  const made: { name: string; parentId: string; key: string }[] = []
  const deleted: string[] = []
  const done: string[] = []
  const side: { state: UploadsState } = { state: noUploads }
  const engine = new UploadEngine({
    createFile: (to, name, _file, { key }) => {
      made.push({ name, parentId: to.parentId, key })
      return Promise.resolve({ pid: `pid of ${name}`, signedUrl: `/signed/${made.length}/${name}` })
    },
    createFolder: (to, name, { key }) => {
      made.push({ name, parentId: to.parentId, key })
      return Promise.resolve(`pid of ${name} ${made.length}`)
    },
    deleteFile: (pid) => {
      deleted.push(pid)
      return Promise.resolve()
    },
    markAsDone: (pid) => {
      done.push(pid)
      return Promise.resolve(null)
    },
    putBytes: (url, _body, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
        puts.push({ ...options, url, name: url.split('/').at(-1) ?? '', arrive: resolve, fail: reject })
      }),
    publish: (state) => {
      side.state = state
    },
    onStored: () => undefined,
    ...around,
  })
  return { engine, puts, made, deleted, done, side }
}

/** Lets this many milliseconds pass. */
export const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** News are told within a tenth of a second. */
export const told = () => pass(100)

/** The store refuses the bytes with this status. */
export const failedPut = (status: number, result = '') => new PutFailure('refused', status, result)

/** Sending of bytes: while `side.isDown`, those for the addresses of `isLost` (all of them) do not arrive. */
export const putBytesOf =
  (side: { isDown: boolean }, isLost: (url: string) => boolean = () => true) =>
  (url: string) =>
    side.isDown && isLost(url) ? Promise.reject(new PutFailure('network')) : Promise.resolve()
