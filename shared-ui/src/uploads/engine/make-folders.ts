import { safeFileName, uploadLimits } from '@portal/contract'
import type { LocalFolder } from '../folder-tree.ts'
import { retry } from './retry.ts'
import type { createFolder, UploadTarget } from './upload-calls.ts'
import { folderFailure } from './upload-failures.ts'
import { checkName, newFolder, newItem, newPlace, sourceOf, targetIn } from './upload-items.ts'
import type { Folder, Place } from './upload-items.ts'
import type { SkippedFile } from '../upload-state.ts'

interface Making {
  createFolder: typeof createFolder
  signal: AbortSignal
  /** The folder all others lie in is there. */
  onTop: () => void
}

async function makePlace(
  place: Place,
  isParent: boolean,
  { createFolder: create, signal }: Making,
): Promise<void> {
  if (place.pid !== null) return
  const make = () => create(place.target, place.name, { key: place.key, signal, isParent })
  place.pid = await retry(make, { judge: folderFailure, signal })
}

async function makeAll(places: readonly Place[], making: Making): Promise<void> {
  const left = [...places]
  const work = async () => {
    for (let place = left.shift(); place !== undefined; place = left.shift())
      await makePlace(place, false, making)
  }
  await Promise.all(Array.from({ length: uploadLimits.atOnce }, work))
}

/**
 * Makes the folders of a folder upload, three at once, each after the one it lies in. What is made already
 * stays. Throws what a call throws.
 */
export async function makeFolders(top: Place, making: Making): Promise<void> {
  await makePlace(top, true, making)
  making.onTop()
  let level = [top]
  while (level.length > 0) {
    const inner = level.flatMap((place) => place.inner.map((each) => ({ place, each })))
    for (const { place, each } of inner) each.target = targetIn(place)
    level = inner.map(({ each }) => each)
    await makeAll(level, making)
  }
}

/**
 * A folder of somebody's disk as the folders and files to be made. A folder whose name cannot be kept gets
 * one that can, so that one bad name does not stop all that lies in it; `renamed` names these.
 */
export function toFolder(
  local: LocalFolder,
  target: UploadTarget,
): { folder: Folder; renamed: SkippedFile[] } {
  const renamed: SkippedFile[] = []
  const place = (name: string, path: string): Place => {
    const safe = safeFileName(name)
    if (safe !== name.trim().normalize('NFC')) renamed.push({ path, reason: 'renamed', name: safe })
    return newPlace(safe, target)
  }
  const folder = newFolder(place(local.name, local.name))
  const fill = (outer: Place, { files, folders }: LocalFolder, path: string) => {
    for (const file of files) {
      const item = newItem(sourceOf(file), path + file.name, folder, () => targetIn(outer))
      checkName(item)
      folder.items.push(item)
    }
    for (const inner of folders) {
      const innerPlace = place(inner.name, `${local.name}/${path}${inner.name}`)
      outer.inner.push(innerPlace)
      fill(innerPlace, inner, `${path}${inner.name}/`)
    }
  }
  fill(folder.top, local, '')
  return { folder, renamed }
}
