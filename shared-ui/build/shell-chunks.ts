import type { Chunk, ChunkGraph, Configuration, Module } from 'webpack'

/** Chunks that are named where they are imported. */
const recordPage = 'record-page'
const facades = 'facades'

type Place = { chunkGraph: ChunkGraph }

const isIn = (module: Module, name: string, { chunkGraph }: Place): boolean =>
  [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => chunk.name === name)

const muiFiles =
  /[\\/]node_modules[\\/](@mui[\\/](material|system|utils)|@popperjs|react-transition-group)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]mui|inputs[\\/](?!.*\.es\.ts$))/
/** Files that every page of a remote needs. */
const everywhere =
  /[\\/]node_modules[\\/](react-router|@babel[\\/]runtime)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]router|remote[\\/])/

const isFile = (module: Module, files: RegExp): boolean => files.test(module.nameForCondition() ?? '')

/**
 * The chunk of the portal behind the sign-in pages. Its code stays together, and the groups hold what is
 * loaded after it.
 */
const afterPortal = (chunk: Chunk): boolean => chunk.name !== 'portal' && !chunk.isOnlyInitial()

interface Group {
  /** The name of the chunk. */
  name: string
  test: (module: Module, place: Place) => boolean
}

/**
 * What is loaded together, the first group that fits. The portal has the router and what a page of records
 * shares with every other page. `records` is the rest of a page of records, so what its table shows first.
 * `mui` has the components that only opened parts and other pages use.
 */
const groups: readonly Group[] = [
  { name: 'portal', test: (module) => isFile(module, everywhere) },
  {
    name: 'portal',
    test: (module, place) => isIn(module, recordPage, place) && isIn(module, facades, place),
  },
  { name: 'records', test: (module, place) => isIn(module, recordPage, place) },
  { name: 'mui', test: (module) => isFile(module, muiFiles) },
]

/** How the shell's lazy code is split into chunks. Code that is already in the main file stays there. */
export function shellChunks(): NonNullable<Configuration['optimization']> {
  const cacheGroups = Object.fromEntries(
    groups.map(({ name, test }, index) => [
      `${index} ${name}`,
      { name, test, chunks: afterPortal, enforce: true, priority: 100 - index },
    ]),
  )
  return { splitChunks: { chunks: afterPortal, cacheGroups } }
}
