import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiler, WebpackPluginInstance } from 'webpack'

/**
 * Writes `portal-build.json` into the build folder after a successful build. The file marks the folder as
 * complete.
 */
export class BuildRecordPlugin implements WebpackPluginInstance {
  readonly #record: unknown
  constructor(record: unknown) {
    this.#record = record
  }

  apply(compiler: Compiler): void {
    const text = `${JSON.stringify(this.#record, null, 2)}\n`
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
