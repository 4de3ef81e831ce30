import { uploadLimits } from '@portal/contract'
import { persist } from './persist.ts'
import type { createFolder } from './upload-calls.ts'
import { folderFailure } from './upload-failures.ts'
import { targetIn } from './upload-items.ts'
import type { Place } from './upload-items.ts'

interface Making {
  createFolder: typeof createFolder
  signal: AbortSignal
  /** The folder all others lie in is there. */
  onTop: () => void
}

async function makePlace(place: Place, isParent: boolean, { createFolder: create, signal }: Making): Promise<void> {
  if (place.pid !== null) return
  const make = () => create(place.target, place.name, { key: place.key, signal, isParent })
  place.pid = await persist(make, { judge: folderFailure, signal })
}

async function makeAll(places: readonly Place[], making: Making): Promise<void> {
  const left = [...places]
  const work = async () => {
    for (let place = left.shift(); place !== undefined; place = left.shift()) await makePlace(place, false, making)
  }
  await Promise.all(Array.from({ length: uploadLimits.atOnce }, work))
}

/** Makes the folders of a folder upload, three at once, each after the one it lies in. What is made already stays. Throws what a call throws. */
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
