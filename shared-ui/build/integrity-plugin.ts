import { createHash } from 'node:crypto'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack from 'webpack'
import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack'

const { RuntimeGlobals, RuntimeModule, runtime } = webpack
const name = 'IntegrityPlugin'

/** Placeholder for the hashes of the chunks. It is replaced once the chunks are final. */
const chunkHashes = 'INTEGRITY_OF_CHUNKS'
/** Prefix of a file address. Prefix and address are replaced by the hash of the file. */
const fileHash = 'INTEGRITY_OF:'
const hashOfChunk = (extension: 'js' | 'css') =>
  `"sha256-" + ${RuntimeGlobals.require}.integrity[chunkId + ".${extension}"] + "="`

class IntegrityRuntime extends RuntimeModule {
  constructor() {
    super('integrity')
  }

  override generate(): string {
    return `${RuntimeGlobals.require}.integrity = Object.fromEntries("${chunkHashes}".split(" ").map((each) => each.split("=")));`
  }
}

/**
 * Adds a SHA-256 integrity hash to every script and style sheet of a build, so that the browser rejects
 * changed files. The hashes of the page's own files are written into the HTML, those of chunks into the code
 * that loads them. The entry of a remote is checked against the registry. Source: W3C Subresource Integrity;
 * docs/decisions/0060-integrity-of-chunks.md.
 */
export class IntegrityPlugin implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(name, (chunk) => {
        compilation.addRuntimeModule(chunk, new IntegrityRuntime())
      })
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => `${source}\nif (chunkId !== undefined) script.integrity = ${hashOfChunk('js')};`,
      )
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, { tag }) => `${source}\n${tag}.integrity = ${hashOfChunk('css')};`,
      )
      HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap(name, (tags) => {
        for (const { attributes } of [...tags.headTags, ...tags.bodyTags]) {
          const isFile = attributes['rel'] === 'stylesheet' || attributes['as'] === 'script'
          const address = attributes['src'] ?? (isFile ? attributes['href'] : null)
          if (typeof address === 'string')
            attributes['integrity'] = `${fileHash}${address.slice(tags.publicPath.length)}`
        }
        return tags
      })
      // After the content hashes in file names are set, since chunks do not change from here on, and before
      // compression.
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tap({ name, stage }, () => writeHashes(compilation))
    })
  }
}

function writeHashes(compilation: Compilation): void {
  for (const chunk of compilation.chunks) if (chunk.hasRuntime()) writeChunkHashes(compilation, chunk)
  for (const file of Object.keys(compilation.assets).filter((name) => name.endsWith('.html'))) {
    replaceIn(
      compilation,
      file,
      new RegExp(`${fileHash}([^"\\s>]+)`, 'g'),
      (_, address) => `sha256-${hashOf(compilation, address)}=`,
    )
  }
}

/** Writes the hashes of all async chunks into the runtime that loads them, as `7.js=… 7.css=…`. */
function writeChunkHashes(compilation: Compilation, chunk: Chunk): void {
  const hashes = [...chunk.getAllAsyncChunks()].flatMap((chunk) =>
    [...chunk.files].map(
      (file) => `${chunk.id}${file.slice(file.lastIndexOf('.'))}=${hashOf(compilation, file)}`,
    ),
  )
  if (hashes.length === 0) return
  const replaced = [...chunk.files].map((file) =>
    replaceIn(compilation, file, new RegExp(chunkHashes, 'g'), () => hashes.toSorted().join(' ')),
  )
  if (replaced.reduce((sum, each) => sum + each, 0) !== 1) {
    throw new Error(`The hashes of the chunks have no place in ${[...chunk.files].join(', ')}`)
  }
}

/** Base64 without its padding, one `=`, which would end a hash in the text of all hashes. */
function hashOf(compilation: Compilation, file: string): string {
  const asset = compilation.getAsset(file)
  if (asset === undefined) throw new Error(`The build has no file ${file} to take the hash of`)
  return createHash('sha256').update(asset.source.buffer()).digest('base64').replace(/=$/, '')
}

/** Returns the number of replacements. */
function replaceIn(
  compilation: Compilation,
  file: string,
  pattern: RegExp,
  by: (found: string, part: string) => string,
): number {
  const { ReplaceSource } = compilation.compiler.webpack.sources
  const asset = compilation.getAsset(file)
  if (asset === undefined) return 0
  const found = [...asset.source.source().toString().matchAll(pattern)]
  if (found.length === 0) return 0
  const replaced = new ReplaceSource(asset.source)
  for (const match of found)
    replaced.replace(match.index, match.index + match[0].length - 1, by(match[0], match[1] ?? ''))
  compilation.updateAsset(file, replaced)
  return found.length
}
