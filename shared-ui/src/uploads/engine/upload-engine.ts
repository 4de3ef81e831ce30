import { uploadLimits } from '@portal/contract'
import { filesByPath, withoutSkipped } from '../folder-tree.ts'
import type { LocalFiles, LocalFolder } from '../folder-tree.ts'
import { sendItem } from './send-item.ts'
import type { SendCalls } from './send-item.ts'
import { SpeedMeter } from './speed-meter.ts'
import type { createFolder, deleteFile, markAsDone, UploadTarget } from './upload-calls.ts'
import { fileFailure, folderFailure } from './upload-failures.ts'
import type { Failure } from './upload-failures.ts'
import type { StoredUploads } from './stored-uploads.ts'
import { makeFolders, toFolder } from './make-folders.ts'
import { pause, retry } from './retry.ts'
import type { RetryPolicy } from './retry.ts'
import { t } from '../texts.ts'
import {
  advance,
  advanceFolder,
  resetKeys,
  checkName,
  isInterrupted,
  isInterruptedFile,
  isInterruptedFolder,
  isSameFile,
  isUploaded,
  newItem,
  sourceOf,
  stateOf,
  stateOfItem,
  takeSafeName,
} from './upload-items.ts'
import type { Folder, Item } from './upload-items.ts'
import { freeSlots } from './upload-progress.ts'
import type { SkippedFile, UploadsState } from '../upload-state.ts'

/** The calls an upload is made of, and where its news go. */
export interface UploadEngineDeps extends SendCalls {
  createFolder: typeof createFolder
  deleteFile: typeof deleteFile
  markAsDone: typeof markAsDone
  /** What the panel shows from now on. */
  publish: (state: UploadsState) => void
  /**
   * Something new lies in this folder (a root's name or a folder's pid); `target` is told of a file that is
   * there.
   */
  onStored: (parentId: string, target?: UploadTarget) => void
}

const publishEveryMs = 100
/** The speed of all together is told over this time, in which many small files come and go. */
const totalWindowMs = 10_000

/**
 * All uploads of a page. Three files are on their way at once; an address is signed when one of the three
 * places is free and again for each retry; what fails is tried three times more, after 1, 2 and 4 seconds
 * (specification.md 4, 7, 9). A file that waits for its retry lets another one go meanwhile. One second after
 * everything is Uploaded the list is cleared; while anything has failed it stays. Nothing here knows React or
 * a screen.
 */
export class UploadEngine {
  readonly #deps: UploadEngineDeps
  #items: Item[] = []
  #folders: Folder[] = []
  #skipped: SkippedFile[] = []
  #underWay = 0
  /**
   * Files whose pause before a retry is over and which wait for a place; they go before those that were never
   * tried.
   */
  #returning: (() => void)[] = []
  #failuresInARow = 0
  #meter = new SpeedMeter(totalWindowMs)
  #publishing: ReturnType<typeof setTimeout> | undefined
  #clearing: ReturnType<typeof setTimeout> | undefined

  constructor(around: UploadEngineDeps) {
    this.#deps = around
  }

  /** Puts files and folders, as they were picked or dropped, into a folder. */
  add(target: UploadTarget, { files, folders, skipped }: LocalFiles): void {
    clearTimeout(this.#clearing)
    for (const file of files) if (!this.#resume(file, target)) this.#addFile(file, target)
    const fresh = folders.filter((folder) => !this.#resumeFolder(folder, target))
    const isHidden = ({ name }: LocalFolder) => name.startsWith('.')
    for (const folder of fresh) if (!isHidden(folder)) this.#addFolder(folder, target)
    const hidden = fresh.filter(isHidden).map(({ name }): SkippedFile => ({ path: name, reason: 'dot' }))
    this.#skipped = [...this.#skipped, ...skipped, ...hidden]
    this.#next()
  }

  /** What is not finished, to be kept when the page is left. */
  unfinished(): StoredUploads {
    return { items: this.#items, folders: this.#folders }
  }

  /** Shows what an earlier page left under way. */
  restore({ items, folders }: StoredUploads): void {
    this.#items = [...items, ...this.#items]
    this.#folders = [...folders, ...this.#folders]
    this.#changed()
  }

  /** Goes on with what was broken off, where these are its files; answers whether any of them was. */
  chooseAgain({ files, folders }: LocalFiles): boolean {
    const found = [
      ...files.map((file) => this.#resume(file)),
      ...folders.map((folder) => this.#resumeFolder(folder)),
    ]
    this.#next()
    return found.includes(true)
  }

  /** Stops the upload of a file or a folder, removes it from the list, and deletes it on the server. */
  cancel(id: string): void {
    const folder = this.#folders.find((folder) => folder.id === id)
    if (folder !== undefined) this.#endFolder(folder)
    const item = this.#items.find((item) => item.id === id)
    if (item !== undefined) this.#cancelItem(item)
    this.#next()
  }

  cancelAll(): void {
    for (const folder of this.#folders.filter((folder) => !isUploaded(folder))) this.#cancelFolder(folder)
    for (const item of this.#items.filter(
      (item) => item.progress.kind !== 'uploaded' && item.folder === null,
    ))
      this.#cancelItem(item)
    this.#next()
  }

  /** Tries a failed file, or all that failed of a folder, anew. */
  retry(id: string): void {
    const folder = this.#folders.find((folder) => folder.id === id)
    for (const item of this.#items)
      if (item.id === id || (folder !== undefined && item.folder === folder)) this.#retryItem(item)
    const own = folder ?? this.#items.find((item) => item.id === id)?.folder
    if (own?.progress.kind === 'failed' && !own.items.some(isInterrupted)) void this.#make(own)
    this.#next()
  }

  /** Uploads a file whose name cannot be kept under the one that can. */
  useSafeName(id: string): void {
    const item = this.#items.find((item) => item.id === id)
    if (item === undefined) return
    takeSafeName(item)
    this.retry(id)
  }

  retryAll(): void {
    for (const { id } of [...this.#folders, ...this.#items]) this.retry(id)
  }

  /** Takes failed uploads out of the list; what the server has of them goes too. */
  dismissFailed(): void {
    for (const item of this.#items.filter((item) => stateOfItem(item) === 'Failed')) this.#cancelItem(item)
    for (const folder of this.#folders.filter((folder) => folder.progress.kind === 'failed'))
      this.#cancelFolder(folder)
    this.#next()
  }

  dismissSkipped(): void {
    this.#skipped = []
    this.#changed()
  }

  /** Ends everything at once, without a word to the server: another person works here from now on. */
  stop(): void {
    for (const { cancel } of [...this.#items, ...this.#folders]) cancel.abort()
    clearTimeout(this.#clearing)
    ;[this.#items, this.#folders, this.#skipped] = [[], [], []]
    this.#changed()
  }

  #resume(file: File, target?: UploadTarget): boolean {
    const item = this.#items.find((item) => isInterruptedFile(item, file, target))
    if (item === undefined) return false
    item.file = file
    this.#retryItem(item)
    return true
  }

  #resumeFolder(local: LocalFolder, target?: UploadTarget): boolean {
    const folder = this.#folders.find((folder) => isInterruptedFolder(folder, local.name, target))
    if (folder === undefined) return false
    const files = filesByPath(local)
    for (const item of folder.items.filter(isInterrupted)) {
      const file = files.get(item.name)
      if (file !== undefined && isSameFile(item.sheet, file)) item.file = file
      else advance(item, { kind: 'failed', message: t('notInFolder') })
      this.#retryItem(item)
    }
    advanceFolder(folder, { kind: 'resumed' })
    if (folder.progress.kind === 'failed') void this.#make(folder)
    return true
  }

  #addFile(file: File, target: UploadTarget): void {
    const item = newItem(sourceOf(file), file.name, null, () => target)
    checkName(item)
    this.#items.push(item)
  }

  #addFolder(local: LocalFolder, target: UploadTarget): void {
    const { folder: kept, skipped } = withoutSkipped(local)
    const { folder, renamed } = toFolder(kept, target)
    this.#skipped = [...this.#skipped, ...skipped, ...renamed]
    this.#folders.push(folder)
    for (const item of folder.items) this.#items.push(item)
    void this.#make(folder)
  }

  /** Makes the folders of a folder upload; then its files may go. */
  async #make(folder: Folder): Promise<void> {
    advanceFolder(folder, { kind: 'started' })
    folder.cancel = new AbortController()
    const { signal } = folder.cancel
    const { createFolder } = this.#deps
    this.#changed()
    try {
      await folder.takenBack
      await makeFolders(folder.top, {
        createFolder,
        signal,
        onTop: () => this.#deps.onStored(folder.top.target.parentId),
      })
      advanceFolder(folder, { kind: 'made' })
    } catch (error) {
      if (signal.aborted) return
      this.#failFolder(folder, folderFailure(error))
    }
    this.#next()
  }

  #failFolder(folder: Folder, { message }: Failure): void {
    advanceFolder(folder, { kind: 'failed', message })
    for (const item of folder.items) this.#failItem(item, message)
    folder.takenBack = this.#takeBack(folder)
  }

  /** Deletes the partly created parent folder (specification.md 4); a retry makes all of it again. */
  async #takeBack(folder: Folder): Promise<void> {
    const { pid, target } = folder.top
    if (pid === null) return
    try {
      await this.#deps.deleteFile(pid)
    } catch {
      // It is still there, so a retry goes on in it instead of making a second one.
      return
    }
    resetKeys(folder)
    this.#deps.onStored(target.parentId)
  }

  #failItem(item: Item, message: string): void {
    advance(item, { kind: 'failed', message })
    item.target().onSettled?.(null)
  }

  #retryItem(item: Item): void {
    if (item.progress.kind !== 'failed' || item.file === null) return
    clearTimeout(this.#clearing)
    advance(item, { kind: 'retried' })
    Object.assign(item, { cancel: new AbortController(), speed: new SpeedMeter() })
  }

  #cancelItem(item: Item): void {
    item.cancel.abort()
    item.target().onSettled?.(null)
    this.#items = this.#items.filter((each) => each !== item)
    if (item.folder !== null) item.folder.items = item.folder.items.filter((each) => each !== item)
    if (item.pid !== null && item.progress.kind !== 'uploaded') this.#forget(item.pid, item.target().parentId)
  }

  /** Of a folder that failed, what arrived stays; one that is under way is taken back as a whole. */
  #endFolder(folder: Folder): void {
    const isUnderWay =
      folder.progress.kind === 'making' || folder.items.some((item) => stateOfItem(item) === 'Uploading')
    if (isUnderWay || !folder.items.some(({ progress }) => progress.kind === 'uploaded')) {
      this.#cancelFolder(folder)
      return
    }
    for (const item of folder.items.filter((item) => stateOfItem(item) === 'Failed')) this.#cancelItem(item)
    this.#items = this.#items.filter((item) => item.folder !== folder)
    this.#folders = this.#folders.filter((each) => each !== folder)
  }

  #cancelFolder(folder: Folder): void {
    folder.cancel.abort()
    for (const item of folder.items) item.cancel.abort()
    this.#items = this.#items.filter((item) => item.folder !== folder)
    this.#folders = this.#folders.filter((each) => each !== folder)
    if (folder.top.pid !== null) this.#forget(folder.top.pid, folder.top.target.parentId)
  }

  /**
   * What was given up is deleted on the server; where that fails it never counts as uploaded, and the server
   * sweeps it.
   */
  #forget(pid: string, parentId: string): void {
    const told = () => this.#deps.onStored(parentId)
    this.#deps.deleteFile(pid).then(told, told)
  }

  #next(): void {
    const free = freeSlots(this.#underWay, this.#returning.length)
    this.#underWay += free.returning
    for (const start of this.#returning.splice(0, free.returning)) start()
    const waiting = this.#items.filter(
      (item) => item.progress.kind === 'waiting' && (item.folder?.progress.kind ?? 'made') === 'made',
    )
    for (const item of waiting.slice(0, free.fresh)) {
      this.#underWay += 1
      advance(item, { kind: 'attempted' })
      void this.#upload(item).finally(() => {
        this.#underWay -= 1
        this.#settle(item.folder)
        this.#next()
      })
    }
    this.#clearWhenDone()
    this.#changed()
  }

  async #upload(item: Item): Promise<void> {
    const { signal } = item.cancel
    const patience: RetryPolicy = {
      judge: (error) => fileFailure(error, item.sheet.name),
      signal,
      rest: (ms) => this.#rest(item, ms),
    }
    try {
      const pid = await sendItem(item, this.#deps, patience, () => this.#changed())
      advance(item, { kind: 'sent' })
      this.#changed()
      await retry(() => this.#deps.markAsDone(pid, signal, item.target().document), patience)
      this.#failuresInARow = 0
      advance(item, { kind: 'verified' })
      this.#deps.onStored(item.target().parentId, item.target())
      item.target().onSettled?.({ pid, title: item.name })
    } catch (error) {
      if (!signal.aborted) this.#failItem(item, patience.judge(error).message)
    }
  }

  /**
   * Waits before a retry; its place is another file's meanwhile. Where one attempt after another fails it is
   * not this file's fault, and the place is kept: thousands of files would otherwise spend their retries on
   * the same outage.
   */
  async #rest(item: Item, ms: number): Promise<void> {
    const { signal } = item.cancel
    this.#failuresInARow += 1
    advance(item, { kind: 'paused' })
    this.#changed()
    if (this.#failuresInARow >= uploadLimits.atOnce) return pause(ms, signal)
    this.#underWay -= 1
    this.#next()
    await pause(ms, signal)
    await new Promise<void>((resolve) => {
      this.#returning.push(resolve)
      this.#next()
    })
  }

  /**
   * A folder upload of which nothing arrived has failed as a whole; what has arrived of others stays, and the
   * rest can be tried again.
   */
  #settle(folder: Folder | null): void {
    if (folder === null || folder.progress.kind !== 'made' || folder.items.length === 0) return
    if (!folder.items.every((item) => stateOfItem(item) === 'Failed')) return
    advanceFolder(folder, { kind: 'files-failed' })
    folder.takenBack = this.#takeBack(folder)
  }

  #clearWhenDone(): void {
    clearTimeout(this.#clearing)
    const isDone =
      this.#items.every(({ progress }) => progress.kind === 'uploaded') &&
      this.#folders.every((folder) => isUploaded(folder))
    if (!isDone) return
    this.#clearing = setTimeout(() => {
      ;[this.#items, this.#folders] = [[], []]
      this.#meter = new SpeedMeter(totalWindowMs)
      this.#changed()
    }, uploadLimits.panelClosesAfterMs)
  }

  /** News go out ten times a second at most: thousands of files report their progress. */
  #changed(): void {
    if (this.#publishing !== undefined) return
    this.#publishing = setTimeout(() => {
      this.#publishing = undefined
      this.#deps.publish(stateOf(this.#items, this.#folders, this.#skipped, this.#meter))
    }, publishEveryMs)
  }
}
