import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compilation, Compiler, WebpackPluginInstance } from 'webpack'

/**
 * Writes `portal-build.json` into the build folder after a successful build. The file marks the folder as
 * complete. `readRecord` sees all modules of the build, before they are joined and their names shortened.
 */
export class BuildRecordPlugin implements WebpackPluginInstance {
  readonly #readRecord: (compilation: Compilation) => object
  constructor(readRecord: (compilation: Compilation) => object) {
    this.#readRecord = readRecord
  }

  apply(compiler: Compiler): void {
    let text = ''
    compiler.hooks.thisCompilation.tap('BuildRecordPlugin', (compilation) => {
      compilation.hooks.seal.tap('BuildRecordPlugin', () => {
        text = `${JSON.stringify(this.#readRecord(compilation), null, 2)}\n`
      })
    })
    // A development server keeps its files in memory. Consumers of a remote request the record from it.
    if (compiler.options.mode === 'development') {
      const { RawSource } = compiler.webpack.sources
      compiler.hooks.thisCompilation.tap('BuildRecordPlugin', (compilation) => {
        compilation.hooks.processAssets.tap('BuildRecordPlugin', () =>
          compilation.emitAsset('portal-build.json', new RawSource(text)),
        )
      })
      return
    }
    compiler.hooks.done.tap('BuildRecordPlugin', (stats) => {
      if (stats.hasErrors()) return
      writeFileSync(join(compiler.outputPath, 'portal-build.json'), text)
    })
  }
}
