import { safeFileName, uploadLimits } from '@portal/contract'
import type { LocalFolder } from './folder-tree.ts'
import { retry } from './retry.ts'
import type { createFolder, UploadTarget } from './upload-calls.ts'
import { folderFailure } from './upload-failures.ts'
import { checkName, newFolder, newItem, newPlace, sourceOf, targetIn } from './upload-items.ts'
import type { Folder, Place } from './upload-items.ts'
import type { SkippedFile } from './upload-state.ts'

interface Making {
  createFolder: typeof createFolder
  signal: AbortSignal
  /** Called when the top folder has been created. */
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
 * Creates the folders of a folder upload level by level, three in parallel. Existing ones are kept. Throws
 * the error of a failed call.
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
 * Converts a local folder to the folders and files to create. A folder with an invalid name gets a safe name,
 * so that one name does not fail all its contents; `renamed` lists these folders.
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
