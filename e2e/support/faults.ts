import { createHash } from 'node:crypto'
import type { Page } from 'playwright/test'
import { containerName, manifestText, Registry } from '@portal/contract'
import type { PanelDeclaration, RegistryEntry } from '@portal/contract'

/** Kinds of faults applied to a remote. Source: the issue "Independent teams and administrators". */
const faultKinds = [
  'entry-404',
  'manifest-500',
  'html-for-code',
  'hang',
  'wrong-hash',
  'throw-on-load',
  'throw-on-mount',
  'throw-on-render',
  'throw-on-unmount',
  'wrong-contract',
  'missing-panel',
  'offline',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** Applies the fault to this page; returns a function that removes it. */
type Breaker = (page: Page, remote: string) => Promise<() => Promise<void>>
type OnEntry = Extract<RegistryEntry, { state: 'on' }>

const registryUrl = '**/federation/registry.json'
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

/** The server's registry with the entry of one remote changed. */
async function alterRegistry(
  page: Page,
  remote: string,
  alter: (entry: OnEntry) => OnEntry,
): Promise<() => Promise<void>> {
  await page.route(registryUrl, async (route) => {
    const response = await route.fetch()
    const { contract, remotes } = Registry.parse(await response.json())
    const changed = remotes.map((entry) =>
      entry.name === remote && entry.state === 'on' ? alter(entry) : entry,
    )
    await route.fulfill({ json: { contract, remotes: changed } })
  })
  return () => page.unroute(registryUrl)
}

const withManifest = (entry: OnEntry, more: Partial<OnEntry['manifest']>): OnEntry => {
  const manifest = { ...entry.manifest, ...more }
  return { ...entry, manifest, manifestIntegrity: hashOf(manifestText(manifest)) }
}

/**
 * A release of the remote with this entry code and a matching hash; `container` is the required container
 * name.
 */
function badRelease(code: (container: string) => string): Breaker {
  return async (page, remote) => {
    const body = code(containerName(remote, '9.9.9-badbad00'))
    const entry = `/remotes/${remote}/9.9.9-badbad00/remoteEntry.js`
    await page.route(`**${entry}*`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    return alterRegistry(page, remote, (line) => ({
      ...line,
      version: '9.9.9-badbad00',
      entry,
      integrity: hashOf(body),
      previous: undefined,
    }))
  }
}

/** A container whose lifecycles are this expression; `shared` returns the shell's shared modules by name. */
const containerOf = (lifecycles: string) => (container: string) => `
  let scope
  const shared = async (name) => {
    const [offer] = Object.values(scope[name])
    return (offer.lib ?? (await offer.get()))()
  }
  const nothing = () => Promise.resolve()
  globalThis[${JSON.stringify(container)}] = {
    init: (given) => { scope = given },
    get: async () => { const module = await (${lifecycles}); return () => module },
  }`

/** Breaks every file of the remote by answering its requests. */
const answering =
  (result: { status: number; contentType: string; body: string }): Breaker =>
  async (page, remote) => {
    await page.route(`**/remotes/${remote}/**`, (route) => route.fulfill(result))
    return () => page.unroute(`**/remotes/${remote}/**`)
  }

const hanging: Breaker = async (page, remote) => {
  const held: (() => void)[] = []
  await page.route(
    `**/remotes/${remote}/**`,
    (route) => new Promise<void>((resolve) => held.push(() => resolve(route.abort()))),
  )
  return async () => {
    for (const release of held.splice(0)) release()
    await page.unroute(`**/remotes/${remote}/**`)
  }
}

const otherHash = (hash: string) => hash.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))

export const breakers: Record<FaultKind, Breaker> = {
  'entry-404': answering({ status: 404, contentType: 'text/plain', body: 'gone' }),
  'manifest-500': async (page) => {
    await page.route(registryUrl, (route) => route.fulfill({ status: 500, body: '' }))
    return () => page.unroute(registryUrl)
  },
  'html-for-code': answering({
    status: 200,
    contentType: 'text/html',
    body: '<!doctype html><title>no</title>',
  }),
  hang: hanging,
  'wrong-hash': (page, remote) =>
    alterRegistry(page, remote, (entry) => ({
      ...entry,
      integrity: otherHash(entry.integrity),
      previous: undefined,
    })),
  'throw-on-load': badRelease(() => `throw new Error('thrown on load')`),
  'throw-on-mount': badRelease(
    containerOf(
      `{ bootstrap: nothing, mount: () => { throw new Error('thrown on mount') }, unmount: nothing }`,
    ),
  ),
  'throw-on-render': badRelease(
    containerOf(
      `shared('@portal/shared-ui').then(({ createRemote }) =>
        createRemote({ name: 'broken', routes: [{ path: '*', Component: () => { throw new Error('thrown on render') } }] }))`,
    ),
  ),
  'throw-on-unmount': badRelease(
    containerOf(`{
      bootstrap: nothing,
      mount: ({ domElement }) => { domElement.textContent = 'A room that does not close'; return nothing() },
      unmount: () => { throw new Error('thrown on unmount') },
    }`),
  ),
  'wrong-contract': (page, remote) =>
    alterRegistry(page, remote, (entry) =>
      withManifest({ ...entry, previous: undefined }, { contract: '^9.0.0' }),
    ),
  'missing-panel': (page, remote) =>
    alterRegistry(page, remote, (entry) => {
      const absent: PanelDeclaration = {
        slot: 'record.tab',
        collections: ['payments'],
        id: 'absent',
        label: 'Absent panel',
        order: 99,
        expose: './absent',
      }
      return withManifest(entry, { panels: [...entry.manifest.panels, absent] })
    }),
  offline: async (page) => {
    await page.context().setOffline(true)
    return () => page.context().setOffline(false)
  },
}
