import { join } from 'node:path'
import { constants } from 'node:zlib'
import CompressionPlugin from 'compression-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import type { Configuration } from 'webpack'
import { FreshRetriesPlugin } from './fresh-retries-plugin.ts'
import { IntegrityPlugin } from './integrity-plugin.ts'

/**
 * A development build is what `webpack serve` makes; everything else is what people get, whatever NODE_ENV
 * says on this machine.
 */
export function isDevelopment(): boolean {
  return process.env['WEBPACK_SERVE'] === 'true'
}

/** The plugins of the base that a configuration puts before its own. */
export function basePlugins(): NonNullable<Configuration['plugins']> {
  if (isDevelopment()) return [new FreshRetriesPlugin(), new ReactRefreshPlugin({ overlay: false })]
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

/**
 * What every front-end build has in common: TypeScript by swc, styles and fonts as hashed assets, source maps
 * outside the served folder. Shell, remotes and the monolith of the bench add their entry, their output names
 * and their plugins to it.
 */
export function baseConfig(folder: string): Configuration {
  const development = isDevelopment()
  return {
    mode: development ? 'development' : 'production',
    context: folder,
    // Production maps are written for people who debug, not referred to and not served.
    devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: join(folder, 'dist'),
      clean: true,
      filename: development ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      chunkFilename: development ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      sourceMapFilename: '../.cache/source-maps/[file].map',
      hashDigestLength: 20,
      // A file that hangs is a failure as soon as a remote that hangs is one: the way to try again is offered
      // then. In ms.
      chunkLoadTimeout: 10_000,
      // A build served from elsewhere, as by an override, can be checked against its hashes only with CORS.
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: {
      rules: [
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
          use: [development ? 'style-loader' : MiniCssExtractPlugin.loader, 'css-loader'],
          sideEffects: true,
        },
        { test: /\.(woff2|wav|png|svg)$/, type: 'asset/resource' },
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  }
}
