import { z } from 'zod'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'

/** Maximum size of one source map, without the sources themselves. */
export const maxSourceMapBytes = 8 * 1_048_576
/** Maximum number of source maps of a build. */
export const maxSourceMaps = 500

/**
 * A source map as far as positions need it. The text of the sources (`sourcesContent`) is not among it: it is
 * not needed, and is nobody's business but the team's.
 */
export const SourceMapFile = z.object({
  version: z.literal(3),
  sources: z.array(z.string().max(1_000).nullable()).max(20_000),
  sourceRoot: z.string().max(1_000).optional(),
  names: z.array(z.string()).max(200_000).default([]),
  mappings: z.string(),
})
export type SourceMapFile = z.infer<typeof SourceMapFile>

/**
 * Response of `PUT /api/federation/remotes/{name}/versions/{version}/maps`: how many source maps are stored.
 * The body is a gzip tar of files named like those of the build with `.map` at the end.
 */
export const SourceMapsResult = z.object({ name: RemoteName, version: BuildVersion, maps: z.number() })
export type SourceMapsResult = z.infer<typeof SourceMapsResult>
