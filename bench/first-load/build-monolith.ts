import { join } from 'node:path'
import { baseConfig, basePlugins } from '@portal/shared-ui/webpack'
import webpack from 'webpack'

export interface Monolith {
  folder: string
  /** URLs of the scripts and styles in the document, in order. */
  assets: readonly string[]
}

/**
 * Builds shell and remotes as one application, with the same loaders, plugins and code as the federated
 * build. Throws the webpack errors.
 */
export async function buildMonolith(): Promise<Monolith> {
  const context = join(import.meta.dirname, 'monolith')
  const folder = join(import.meta.dirname, '../../.cache/bench/monolith')
  const base = baseConfig(context)
  const compiler = webpack({
    ...base,
    entry: { main: join(context, '../../../shell/src/main.tsx') },
    output: {
      ...base.output,
      path: folder,
      publicPath: '/',
      sourceMapFilename: '../monolith-maps/[file].map',
    },
    plugins: [
      ...basePlugins(),
      ...['page-runtime', 'shared-modules'].map(
        (name) =>
          new webpack.NormalModuleReplacementPlugin(
            new RegExp(`/federation/${name}[.]ts$`),
            join(context, `${name}.tsx`),
          ),
      ),
      new webpack.DefinePlugin({ PORTAL_BUILD: JSON.stringify('monolith') }),
    ],
  })
  const assets = await new Promise<string[]>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error)
      else if (!stats || stats.hasErrors())
        reject(new Error(stats?.toString({ all: false, errors: true }) ?? 'webpack said nothing'))
      else
        resolve(
          (stats.toJson({ all: false, entrypoints: true }).entrypoints?.['main']?.assets ?? []).map(
            ({ name }) => `/${name}`,
          ),
        )
    })
  })
  await new Promise<void>((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())))
  return { folder, assets: assets.filter((asset) => /\.(js|css)$/.test(asset)) }
}
