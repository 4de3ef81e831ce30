import { createHash, webcrypto } from 'node:crypto'
import { manifestText } from '@portal/contract'
import type { RegistryEntry, RouteDeclaration } from '@portal/contract'
import type { FederationRuntime } from '../federation/load.ts'

const icon = 'M0 0h24v24H0z'
const route = (path: string, label: string, order: number): RouteDeclaration => ({
  path,
  guard: 'auth',
  layout: 'default',
  menu: { label, icon, order, pagingKey: path.slice(1) },
})

// Used to compare hashes; jsdom has none.
Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true })

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

/** A remote as the registry lists it. */
export function remoteEntry(
  name: string,
  routes: RouteDeclaration[],
  version = '1.0.0-0a1b2c3d',
): Extract<RegistryEntry, { state: 'on' }> {
  const manifest = {
    name,
    owner: 'Test team',
    contract: '^1.0.0',
    routes,
    panels: [],
    collections: [],
    apis: [],
  }
  return {
    name,
    version,
    state: 'on',
    entry: `/remotes/${name}/${version}/remoteEntry.js`,
    integrity: hashOf('entry'),
    manifest,
    manifestIntegrity: hashOf(manifestText(manifest)),
  }
}

/** Two remotes with one page in the menu each. */
export const twoRemotes = () => [
  remoteEntry('permits', [route('/permits/processing', 'Processing permits', 1)]),
  remoteEntry('records', [
    route('/tasks', 'Tasks', 2),
    { path: '/tasks/{pid}', guard: 'auth', layout: 'default' },
  ]),
]

/** Renders the remote's name and the address it was mounted at. */
function appOf(name: string) {
  return {
    bootstrap: () => Promise.resolve(),
    mount: ({ domElement }: { domElement: HTMLElement }) => {
      domElement.textContent = `The room of ${name} at ${location.pathname}${location.search}`
      return Promise.resolve()
    },
    unmount: ({ domElement }: { domElement: HTMLElement }) => {
      domElement.textContent = ''
      return Promise.resolve()
    },
  }
}

/** A federation runtime without a network: remotes load immediately, except those listed in `faults`. */
export class TestRuntime implements FederationRuntime {
  /** The failure of a remote's load, by remote name; `hang` never answers. */
  readonly faults = new Map<string, Error | 'hang'>()
  /** Every name the shell registered, in order. */
  readonly registered: string[] = []

  register({ name }: { name: string }): void {
    this.registered.push(name)
  }

  load(id: string): Promise<unknown> {
    const remote = /^mfe_([a-z]+)_/.exec(id)?.[1] ?? id
    const fault = this.faults.get(remote)
    if (fault === 'hang') return new Promise(() => undefined)
    return fault === undefined ? Promise.resolve(appOf(remote)) : Promise.reject(fault)
  }
}
