import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiler, WebpackPluginInstance } from 'webpack'

/** Writes `portal-build.json` beside the build once it has succeeded: its presence says that the folder is whole. */
export class BuildRecordPlugin implements WebpackPluginInstance {
  readonly #record: unknown
  constructor(record: unknown) {
    this.#record = record
  }

  apply(compiler: Compiler): void {
    // A development server keeps its files in memory; there is no folder to speak for.
    if (compiler.options.mode === 'development') return
    compiler.hooks.done.tap('BuildRecordPlugin', (stats) => {
      if (stats.hasErrors()) return
      writeFileSync(join(compiler.outputPath, 'portal-build.json'), `${JSON.stringify(this.#record, null, 2)}\n`)
    })
  }
}
