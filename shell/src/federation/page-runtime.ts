import { init, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import * as runtimeCore from '@module-federation/runtime-core'
import { entryScript } from './load.ts'
import type { FederationRuntime } from './load.ts'
import { sharedModules } from './shared-modules.ts'
import { hangMs } from './with-timeout.ts'

/** The global under which remotes find the shell's federation runtime (`externalRuntime` in their builds). */
const runtimeGlobal = '_FEDERATION_RUNTIME_CORE'

/**
 * The federation runtime of this page, with the modules that the shell shares. Entry scripts of remotes go
 * through `entryScript`.
 */
export function pageRuntime(): FederationRuntime {
  const listeners = new Map<string, (step: 'entry' | 'init') => void>()
  Reflect.set(globalThis, runtimeGlobal, runtimeCore)
  init({
    name: 'portal_shell',
    remotes: [],
    shared: sharedModules(),
    shareStrategy: 'loaded-first',
    plugins: [
      {
        name: 'portal-integrity',
        createScript: ({ url }) => ({ script: entryScript(url), timeout: hangMs }),
        beforeInitContainer: async (args) => {
          listeners.get(args.remoteInfo.name)?.('entry')
          return args
        },
        initContainer: async (args) => {
          listeners.get(args.remoteInfo.name)?.('init')
          return args
        },
      },
    ],
  })
  return {
    register: (remote) => registerRemotes([remote]),
    load: (id) => loadRemote(id),
    onStep: (name, listener) => void listeners.set(name, listener),
    ask: (...asked) => fetch(...asked),
  }
}
