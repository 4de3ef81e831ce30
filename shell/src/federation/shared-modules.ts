import * as contractPages from '@portal/contract/pages'
import * as i18n from '@portal/shared-ui/i18n'
import * as pages from '@portal/shared-ui/pages'
import * as state from '@portal/shared-ui/state'
import * as react from 'react'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import * as jsxRuntime from 'react/jsx-runtime'

/** The versions of the shared modules, by request; written by the build. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>

/** Shared modules that are in the page before any remote is. A page of records needs no other. */
const loaded: Readonly<Record<string, object>> = {
  react,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  'react/jsx-runtime': jsxRuntime,
  '@portal/contract/pages': contractPages,
  '@portal/shared-ui/pages': pages,
  '@portal/shared-ui/state': state,
  '@portal/shared-ui/i18n': i18n,
}

/**
 * Shared modules that are loaded when a remote needs them. All but the grid and the router are one chunk,
 * since whoever uses one of them uses them all.
 */
const onDemand: Readonly<Record<string, () => Promise<object>>> = {
  '@portal/contract': () => import(/* webpackChunkName: "facades" */ '@portal/contract'),
  '@portal/shared-ui': () => import(/* webpackChunkName: "facades" */ '@portal/shared-ui'),
  '@portal/shared-ui/mui': () => import(/* webpackChunkName: "facades" */ '@portal/shared-ui/mui'),
  '@portal/shared-ui/query': () => import(/* webpackChunkName: "facades" */ '@portal/shared-ui/query'),
  '@portal/shared-ui/router': () => import('@portal/shared-ui/router'),
  '@portal/shared-ui/table': () => import(/* webpackChunkName: "table" */ '@portal/shared-ui/table'),
}

/** A shared module as the federation runtime takes it. */
type SharedModule = { version: string; shareConfig: { singleton: true; requiredVersion: string } } & (
  { lib: () => object } | { get: () => Promise<() => object> }
)

/** Throws when the build shares a module that is not listed above, since remotes would not get it. */
function sharedModule(request: string, version: string): SharedModule {
  const common = { version, shareConfig: { singleton: true, requiredVersion: `^${version}` } } as const
  const present = loaded[request]
  if (present !== undefined) return { ...common, lib: () => present }
  const load = onDemand[request]
  if (load === undefined) throw new Error(`The shell does not provide ${request}.`)
  return { ...common, get: () => load().then((module) => () => module) }
}

/**
 * The modules that the shell provides to all remotes. Remotes contain no copy, so each exists once in the
 * page.
 */
export const sharedModules = (): Record<string, SharedModule> =>
  Object.fromEntries(
    Object.entries(SHARED_VERSIONS).map(([request, version]) => [request, sharedModule(request, version)]),
  )

/** Starts loading the shared modules on demand. Failures occur again, and are shown, at their use. */
export function prefetchSharedModules(): void {
  for (const load of Object.values(onDemand)) void load().catch(() => undefined)
}
