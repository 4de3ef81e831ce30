import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/** Files per process. More save little, and end less evenly. */
const groupSize = 8
/** Part of the run in which files that run alone begin: the last of them would else run by itself. */
const partForAlone = 0.85

/** Tests of processes, locks and limits wait for other programs and run for long, each in its own process. */
const runsAlone = (file: string): boolean => file.endsWith('.pg.test.ts')

/**
 * Writes one test file per process into `folder`, which runs several test files (run-together.ts), and
 * returns their paths. Files that wait are spread over the run, so that others use the processor meanwhile.
 */
export function writeGroups(files: readonly string[], folder: string): string[] {
  const alone = files.filter(runsAlone).map((file) => [file])
  const together = files.filter((file) => !runsAlone(file))
  const groups = Array.from({ length: Math.ceil(together.length / groupSize) }, (_, at) =>
    together.slice(at * groupSize, (at + 1) * groupSize),
  )
  const runner = JSON.stringify(join(import.meta.dirname, 'run-together.ts'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return merge(spread(alone, partForAlone), spread(groups, 1)).map((group, at) => {
    // The test runner sorts files by name.
    const path = join(folder, `${String(at).padStart(3, '0')}.test.ts`)
    const paths = JSON.stringify(group.map((file) => join(root, file)))
    writeFileSync(path, `import { runTogether } from ${runner}\n\nawait runTogether(${paths})\n`)
    return path
  })
}

interface Placed<Each> {
  each: Each
  /** Between 0, the begin of the run, and 1, its end. */
  place: number
}

/** All elements in their order, evenly distributed over this part of the run. */
const spread = <Each>(list: readonly Each[], part: number): Placed<Each>[] =>
  list.map((each, at) => ({ each, place: ((at + 0.5) / list.length) * part }))

/** All elements in the order of their places. */
const merge = <Each>(...lists: readonly Placed<Each>[][]): Each[] =>
  lists
    .flat()
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each)
