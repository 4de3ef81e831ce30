import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BuildRecord,
  containerName,
  readOverrides,
  writeOverrideState,
  RemotePackage,
  ShellRecord,
} from '@portal/contract'
import type { RemoteManifest } from '@portal/contract'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import webpack from 'webpack'
import type { Compiler, Configuration } from 'webpack'
import type {} from 'webpack-dev-server'
import { baseConfig, basePlugins, isDevelopment } from './base-config.ts'
import { BuildRecordPlugin } from './build-record-plugin.ts'
import { buildVersion } from './build-version.ts'
import { offersOf, usesOf } from './portal-uses.ts'
import { ManifestError, RefusedBuildPlugin, manifestOf, panelFile } from './remote-manifest.ts'
import { shellChunks } from './shell-chunks.ts'
import { portalModules, providedVersions, takenFromShell } from './shared-modules.ts'

export { baseConfig, basePlugins } from './base-config.ts'

const optimization = { disableSnapshot: true, target: 'web' } as const
/** A remote uses no other remote, so its entry needs no code for it. */
const remoteOptimization = { ...optimization, disableRemote: true } as const
/**
 * `optimization` for the shell, which uses the federation runtime without its plugin: the plugin would put
 * the runtime and everything shared into the first file (decision 0109).
 */
const federationRuntime = {
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: JSON.stringify(optimization.disableSnapshot),
  ENV_TARGET: JSON.stringify(optimization.target),
}
const main = (folder: string) =>
  ['main.tsx', 'main.ts'].map((name) => join(folder, 'src', name)).find((file) => existsSync(file)) ??
  './src/main.ts'

/** The files behind the exposes: `./app` is the lifecycles, all others are panels. */
const exposed = ({ panels }: RemoteManifest): Record<string, string> => ({
  './app': './src/lifecycles.ts',
  ...Object.fromEntries(panels.map(({ expose }) => [expose, panelFile(expose)])),
})

/** Shortens the content hash in a file name from ten digits to six. */
const shortened = (name: unknown) => String(name).replace('contenthash:10', 'contenthash:6')

/**
 * Webpack configuration of a remote, according to the decision "facade sharing": no copy of shared modules,
 * the shell's federation runtime, and a container name with the build hash, so that two versions can run in
 * one page. In development the container is served with CORS for the shell's dev server; set the port with
 * PORTAL_DEV_PORT. A portal.json that does not fit fails the build with the reason.
 */
export function remoteConfig(folder: string): Configuration {
  try {
    return configFor(folder, manifestOf(folder))
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error
    return { ...baseConfig(folder), entry: {}, plugins: [new RefusedBuildPlugin(error.message)] }
  }
}

function configFor(folder: string, manifest: RemoteManifest): Configuration {
  const base = baseConfig(folder, manifest.name)
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
    // The remote's URL contains its version, so short file names are enough. The entry lists all files and is
    // loaded by every page.
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
        exposes: exposed(manifest),
        shared,
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: false,
        dev: false,
        experiments: { externalRuntime: true, optimization: remoteOptimization },
      }),
      new BuildRecordPlugin((compilation) => ({
        ...record,
        uses: usesOf(compilation, folder, Object.keys(shared)),
      })),
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
 * Webpack configuration of the shell. It provides all shared modules and the federation runtime, and does not
 * reference any remote. Entry `src/main.ts(x)`, page `src/index.html`. In development it proxies server
 * requests to PORTAL_SERVER and loads remotes from the development servers listed in PORTAL_DEV_OVERRIDES, in
 * the format of `?override=`.
 */
export function shellConfig(folder: string): Configuration {
  const base = baseConfig(folder)
  const version = buildVersion(folder)
  const provided = providedVersions(folder)
  return {
    ...base,
    entry: { main: main(folder) },
    output: { ...base.output, publicPath: '/', uniqueName: 'portal_shell' },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(folder, '.cache', 'webpack'),
      buildDependencies: { config: configurationFiles() },
    },
    optimization: { ...base.optimization, ...shellChunks() },
    plugins: [
      ...(isDevelopment() ? [refreshHook(folder)] : []),
      ...basePlugins(),
      new HtmlWebpackPlugin({
        template: join(folder, 'src', 'index.html'),
        scriptLoading: 'defer',
        inject: 'head',
      }),
      linkPortalFiles,
      ...(isDevelopment() ? [fillInDocument] : []),
      new webpack.DefinePlugin({
        PORTAL_BUILD: JSON.stringify(version),
        SHARED_VERSIONS: JSON.stringify(provided),
        ...federationRuntime,
      }),
      new BuildRecordPlugin((compilation) =>
        ShellRecord.parse({
          name: 'shell',
          version,
          provided,
          offers: offersOf(compilation, portalModules()),
        }),
      ),
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

/** Chunks that a user needs after the sign-in; the first one on every page. */
const portalChunks = ['portal', 'records']

/**
 * Links to the files behind the sign-in pages. The server makes the first one a `preload` for a browser with
 * a
 * session. The relation `portal-file` means nothing to browsers: the sign-in page makes it a `prefetch` when
 * it is idle.
 */
function linkPortalFiles(compiler: Compiler): void {
  compiler.hooks.compilation.tap('linkPortalFiles', (compilation) => {
    HtmlWebpackPlugin.getCompilationHooks(compilation).alterAssetTags.tap('linkPortalFiles', (page) => {
      const links = portalChunks.flatMap((name, index) =>
        [...(compilation.namedChunks.get(name)?.files ?? [])]
          .filter((file) => file.endsWith('.js'))
          .map((file) => ({
            tagName: 'link',
            voidTag: true,
            meta: {},
            attributes: {
              rel: index === 0 ? '__PORTAL_FILE__' : 'portal-file',
              as: 'script',
              href: `${page.publicPath}${file}`,
            },
          })),
      )
      page.assetTags.meta.push(...links)
      return page
    })
  })
}

/** Fills in what the server would write into the page, for a portal with demo accounts. */
function fillInDocument(compiler: Compiler): void {
  compiler.hooks.compilation.tap('fillInDocument', (compilation) => {
    HtmlWebpackPlugin.getCompilationHooks(compilation).beforeEmit.tap('fillInDocument', (page) => {
      const html = page.html
        .replaceAll('__STYLE_NONCE__', 'development')
        .replaceAll('__OVERRIDES__', developedHere())
        .replaceAll('__DEMO__', '1')
        .replaceAll('__MICROSOFT__', '0')
        .replaceAll('__FROZEN__', '0')
        .replaceAll('__SESSION__', 'present')
        .replaceAll('__PORTAL_FILE__', 'portal-file')
      return { ...page, html }
    })
  })
}

/**
 * The override state that makes the page load remotes from their development servers. Unlike `?override=`, it
 * does not expire after an hour.
 */
function developedHere(): string {
  const list = process.env['PORTAL_DEV_OVERRIDES'] ?? ''
  return writeOverrideState({
    allowed: true,
    untilMs: Number.MAX_SAFE_INTEGER,
    overrides: readOverrides(list),
  })
}

/** All files that determine the shell's build. A change in one of them invalidates the build cache. */
function configurationFiles(): string[] {
  return readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name))
}

/**
 * Must run before React: each build has its own refresh runtime, and all of them must register with the
 * shell's renderer (README, "Development").
 */
function refreshHook(folder: string) {
  return new webpack.EntryPlugin(folder, join(import.meta.dirname, 'refresh-hook.js'), { name: undefined })
}
