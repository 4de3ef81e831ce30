import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BuildRecord,
  containerName,
  contractVersion,
  readOverrides,
  writeOverrideState,
  RemoteManifest,
  RemotePackage,
  ShellRecord,
  unknownGuards,
} from '@portal/contract'
import { satisfy } from '@module-federation/enhanced/runtime'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack from 'webpack'
import type { Compiler, Configuration } from 'webpack'
import type {} from 'webpack-dev-server'
import { baseConfig, basePlugins, isDevelopment } from './base-config.ts'
import { BuildRecordPlugin } from './build-record-plugin.ts'
import { buildVersion } from './build-version.ts'
import { shellChunks } from './shell-chunks.ts'
import { providedByShell, takenFromShell } from './shared-modules.ts'

export { baseConfig, basePlugins } from './base-config.ts'

const optimization = { disableSnapshot: true, target: 'web' } as const
const main = (folder: string) =>
  ['main.tsx', 'main.ts'].map((name) => join(folder, 'src', name)).find((file) => existsSync(file)) ??
  './src/main.ts'

/**
 * `portal.json` of a remote's folder, checked; an unknown guard stops the build, and so does a contract that
 * is not this one.
 */
function manifestOf(folder: string): RemoteManifest {
  const manifest = RemoteManifest.parse(JSON.parse(readFileSync(join(folder, 'portal.json'), 'utf8')))
  const guards = unknownGuards(manifest)
  if (guards.length > 0)
    throw new Error(`portal.json of ${manifest.name} names unknown guards: ${guards.join(', ')}`)
  if (!satisfy(contractVersion, manifest.contract)) {
    throw new Error(
      `portal.json of ${manifest.name} needs contract ${manifest.contract}, and it is built with ${contractVersion}`,
    )
  }
  return manifest
}

/** File behind an expose: `./app` is the lifecycles, a panel `./files-tab` is `src/panels/files-tab.ts`. */
function exposed(folder: string, manifest: RemoteManifest): Record<string, string> {
  const panels = manifest.panels.map(({ expose }) => [expose, `./src/panels/${expose.slice(2)}.ts`] as const)
  for (const [expose, file] of panels) {
    if (!existsSync(join(folder, file)))
      throw new Error(`portal.json of ${manifest.name} exposes ${expose}, but ${file} is not there`)
  }
  return { './app': './src/lifecycles.ts', ...Object.fromEntries(panels) }
}

/** A file name with six digits of its hash instead of ten. */
const shortened = (name: unknown) => String(name).replace('contenthash:10', 'contenthash:6')

/**
 * Webpack configuration of a remote, by the recipe of decision "facade sharing": no copy of anything shared,
 * the shell's federation runtime, and a container whose name holds the build's hash, so that two versions can
 * live in one page. In development the container is served with CORS for the shell's dev server; pass its
 * port by PORTAL_DEV_PORT.
 */
export function remoteConfig(folder: string): Configuration {
  const base = baseConfig(folder)
  const manifest = manifestOf(folder)
  const version = buildVersion(folder)
  const name = containerName(manifest.name, version)
  const shared = takenFromShell()
  const ranges = Object.fromEntries(
    Object.entries(shared).map(([request, { requiredVersion }]) => [request, requiredVersion]),
  )
  const { portal } = RemotePackage.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const record = BuildRecord.parse({
    name: manifest.name,
    version,
    entry: 'remoteEntry.js',
    manifest,
    shared: ranges,
    ...portal,
  })
  return {
    ...base,
    entry: {},
    // Its files lie under an address of their own version, so short names do: the entry, which lists them
    // all, is loaded by every page.
    output: {
      ...base.output,
      publicPath: 'auto',
      uniqueName: name,
      chunkLoadingGlobal: `${name}_c`,
      chunkFilename: shortened(base.output?.chunkFilename),
    },
    plugins: [
      ...basePlugins(),
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        library: { type: 'global', name },
        exposes: exposed(folder, manifest),
        shared,
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        experiments: { externalRuntime: true, optimization },
      }),
      new BuildRecordPlugin(record),
    ],
    devServer: {
      host: '127.0.0.1',
      port: Number(process.env['PORTAL_DEV_PORT'] ?? 0) || 'auto',
      headers: { 'Access-Control-Allow-Origin': '*' },
      allowedHosts: 'all',
      static: false,
      devMiddleware: { writeToDisk: false },
      client: { overlay: false },
    },
  }
}

/**
 * Webpack configuration of the shell. It provides everything shared and the federation runtime, and knows no
 * remote. Entry `src/main.ts(x)`, page `src/index.html`. In development it proxies what is the server's to
 * PORTAL_SERVER, and has remotes taken from the development servers that PORTAL_DEV_OVERRIDES names, in the
 * form of `?override=`.
 */
export function shellConfig(folder: string): Configuration {
  const base = baseConfig(folder)
  const version = buildVersion(folder)
  const shared = providedByShell()
  const provided = Object.fromEntries(
    Object.entries(shared).map(([request, each]) => [request, each.version]),
  )
  return {
    ...base,
    // The shell's own first line stays the first one that runs: it sets up Trusted Types.
    entry: { main: [main(folder), join(import.meta.dirname, 'provided.js')] },
    output: { ...base.output, publicPath: '/', uniqueName: 'portal_shell' },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(folder, '.cache', 'webpack'),
      buildDependencies: { config: configurationFiles() },
    },
    optimization: shellChunks,
    plugins: [
      ...(isDevelopment() ? [refreshHook(folder)] : []),
      ...basePlugins(),
      new HtmlWebpackPlugin({
        template: join(folder, 'src', 'index.html'),
        scriptLoading: 'defer',
        inject: 'head',
      }),
      ...(isDevelopment() ? [fillInDocument] : []),
      new ModuleFederationPlugin({
        name: 'portal_shell',
        shared,
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        experiments: { provideExternalRuntime: true, optimization },
      }),
      new webpack.DefinePlugin({ PORTAL_BUILD: JSON.stringify(version) }),
      new BuildRecordPlugin(ShellRecord.parse({ name: 'shell', version, provided })),
    ],
    devServer: {
      host: '127.0.0.1',
      port: Number(process.env['PORTAL_DEV_PORT'] ?? 3000),
      historyApiFallback: true,
      static: false,
      client: { overlay: false },
      proxy: [
        {
          context: ['/api', '/federation', '/remotes', '/builds', '/uploads'],
          target: process.env['PORTAL_SERVER'] ?? 'http://127.0.0.1:3001',
        },
      ],
    },
  }
}

/** What the server would write into the page, for a portal of demonstration accounts. */
function fillInDocument(compiler: Compiler): void {
  compiler.hooks.compilation.tap('fillInDocument', (compilation) => {
    HtmlWebpackPlugin.getCompilationHooks(compilation).beforeEmit.tap('fillInDocument', (page) => {
      const html = page.html
        .replaceAll('__STYLE_NONCE__', 'development')
        .replaceAll('__OVERRIDES__', developedHere())
        .replaceAll('__DEMO__', '1')
        .replaceAll('__MICROSOFT__', '0')
        .replaceAll('__FROZEN__', '0')
      return { ...page, html }
    })
  })
}

/**
 * Has the page take remotes from their development servers for as long as they run, as `?override=` would for
 * an hour.
 */
function developedHere(): string {
  const list = process.env['PORTAL_DEV_OVERRIDES'] ?? ''
  return writeOverrideState({
    allowed: true,
    untilMs: Number.MAX_SAFE_INTEGER,
    overrides: readOverrides(list),
  })
}

/**
 * All that decides how the shell is built: when one of them changes, what was cached by the old rules is of
 * no use.
 */
function configurationFiles(): string[] {
  return readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name))
}

/**
 * Must run before React: each build has its own refresh runtime, and all of them have to meet the shell's
 * renderer (README, "Development").
 */
function refreshHook(folder: string) {
  return new webpack.EntryPlugin(folder, join(import.meta.dirname, 'refresh-hook.js'), { name: undefined })
}
