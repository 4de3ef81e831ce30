import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import CompressionPlugin from 'compression-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import type { Configuration } from 'webpack'
import { absentRules } from './absent-parts.ts'
import { gridRules } from './grid-parts.ts'
import { FreshRetriesPlugin } from './fresh-retries-plugin.ts'
import { IntegrityPlugin } from './integrity-plugin.ts'
import type { ScopeStylesOptions } from './scope-styles-loader.ts'

/** True for `webpack serve`. Every other build is a production build, regardless of NODE_ENV. */
export function isDevelopment(): boolean {
  return process.env['WEBPACK_SERVE'] === 'true'
}

/** True for `portal dev`: a build for this machine alone, made anew at every change. */
function isWatching(): boolean {
  return process.env['PORTAL_WATCH'] === '1'
}

/** The base plugins. A configuration puts them before its own plugins. */
export function basePlugins(): NonNullable<Configuration['plugins']> {
  if (isDevelopment()) return [new FreshRetriesPlugin(), new ReactRefreshPlugin({ overlay: false })]
  if (isWatching())
    return [
      new FreshRetriesPlugin(),
      new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:10].css' }),
      new IntegrityPlugin(),
    ]
  const compressed = { test: /\.(js|css|svg|html|json)$/, threshold: 0, minRatio: 0.95 }
  return [
    new FreshRetriesPlugin(),
    new MiniCssExtractPlugin({ filename: 'assets/[name].[contenthash:10].css' }),
    new IntegrityPlugin(),
    new CompressionPlugin<{ params: Record<number, number> }>({
      ...compressed,
      filename: '[path][base].br',
      algorithm: 'brotliCompress',
      compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
    }),
    new CompressionPlugin<{ level: number }>({
      ...compressed,
      filename: '[path][base].gz',
      algorithm: 'gzip',
      compressionOptions: { level: 9 },
    }),
  ]
}

/** Half the build time of the shell with the default, terser, and files that are 0.3 percent smaller. */
const minimizer = new MinimizerPlugin({
  minify: MinimizerPlugin.swcMinify,
  minimizerOptions: { compress: { passes: 2 } },
})

const scopeLoader = fileURLToPath(new URL('scope-styles-loader.ts', import.meta.url))

/** Loads styles that match elements of the remote alone, also those of imported files. */
const stylesOf = (remote: string) => [
  { loader: 'css-loader', options: { importLoaders: 1 } },
  { loader: scopeLoader, options: { remote } satisfies ScopeStylesOptions },
]

/**
 * The configuration shared by all front-end builds: TypeScript compiled and minimized by swc, styles and
 * fonts as hashed assets, and source maps outside the served folder. The shell, the remotes and the
 * benchmark's monolith add their entry, output names and plugins. The styles of a remote match its own
 * elements alone.
 */
export function baseConfig(folder: string, remote?: string): Configuration {
  const development = isDevelopment()
  return {
    mode: development || isWatching() ? 'development' : 'production',
    context: folder,
    // Production source maps are for debugging: they are neither referenced nor served.
    devtool: isWatching()
      ? 'inline-cheap-module-source-map'
      : development
        ? 'cheap-module-source-map'
        : 'hidden-source-map',
    output: {
      path: join(folder, 'dist'),
      clean: true,
      filename: development ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      chunkFilename: development ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      sourceMapFilename: '../.cache/source-maps/[file].map',
      hashDigestLength: 20,
      // In ms. The same timeout as for loading a remote, so that the retry is offered just as early.
      chunkLoadTimeout: 10_000,
      // Integrity hashes of files from another origin, as with an override, can be checked only with CORS.
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: {
      rules: [
        ...absentRules(),
        ...gridRules(),
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: 'swc-loader',
          options: {
            swcrc: false,
            jsc: {
              target: 'es2023',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: false, refresh: development } },
            },
          },
        },
        {
          test: /\.css$/,
          use: [
            development ? 'style-loader' : MiniCssExtractPlugin.loader,
            ...(remote === undefined ? ['css-loader'] : stylesOf(remote)),
          ],
          sideEffects: true,
        },
        { test: /\.(woff2|wav|png|svg)$/, type: 'asset/resource' },
      ],
    },
    optimization: { minimizer: [minimizer] },
    performance: { hints: false },
    stats: 'errors-warnings',
  }
}
