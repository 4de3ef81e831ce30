import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { initialConfiguration, toProblem, Refusal } from '@portal/contract'
import type {
  AppEntry,
  CurrentUser,
  MenuCounts,
  RegistryEntry,
  RemoteLoad,
  RemoteLoads,
  RemovedEntry,
  Role,
} from '@portal/contract'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { boot } from '../boot.ts'
import { portalCodeAtom } from '../entry/portal-code.ts'
import { startPage } from '../entry/start-page.ts'
import { App } from '../frame/App.tsx'
import { loadPortal } from '../open-portal.lazy.ts'
import type { Portal } from '../portal.ts'
import { TestRuntime, twoRemotes } from './remotes.ts'

export interface ServerSide {
  /** The user who is signed in on the server; null for none. */
  user: CurrentUser | null
  remotes: RegistryEntry[]
  removed: RemovedEntry[]
  apps: AppEntry[]
  unreadCount: number
  menuCounts: MenuCounts
  alerts: unknown[]
  /** The loads that pages reported. */
  loads: RemoteLoad[]
  /** The shell build that the build manifest names. */
  shellBuild: string
  /** Paths in this set fail with 500. */
  broken: Set<string>
  /** All calls so far, such as `GET /api/auth/me` or `GET /alerts/count`. */
  calls: string[]
  /** `/api/auth/me` answers when this resolves. */
  meMayAnswer: Promise<void>
}

const unauthenticated = () =>
  HttpResponse.json(toProblem(new Refusal('unauthenticated', 'Sign in to continue.'), 'req-1'), {
    status: 401,
  })

/** A server mocked at the network level. Change the returned object to change its answers. */
export function startServer(first: Partial<ServerSide> = {}): ServerSide {
  const side: ServerSide = {
    user: null,
    remotes: twoRemotes(),
    removed: [],
    apps: [],
    unreadCount: 0,
    menuCounts: { mail: null, tasks: null, notifications: null },
    alerts: [],
    loads: [],
    shellBuild: 'a-shell',
    broken: new Set(),
    calls: [],
    meMayAnswer: Promise.resolve(),
    ...first,
  }
  const crud = (apiPath: string) => {
    if (side.user === null) return unauthenticated()
    if (apiPath === '/config') return HttpResponse.json(initialConfiguration())
    if (apiPath === '/alerts/count') return HttpResponse.json({ unreadCount: side.unreadCount })
    if (apiPath === '/menu-counts') return HttpResponse.json(side.menuCounts)
    if (apiPath === '/alerts')
      return HttpResponse.json({ alerts: side.alerts, metadata: { count: side.alerts.length } })
    return undefined
  }
  const note = (call: string, path: string) => {
    side.calls.push(call)
    return side.broken.has(path) ? new HttpResponse(null, { status: 500 }) : null
  }
  server.use(
    http.get('*/api/auth/me', async () => {
      side.calls.push('GET /api/auth/me')
      await side.meMayAnswer
      return side.user === null ? unauthenticated() : HttpResponse.json(side.user)
    }),
    http.get(
      '*/federation/registry.json',
      () =>
        note('GET registry', 'registry') ??
        HttpResponse.json({
          contract: '1.0.0',
          remotes: side.remotes,
          removed: side.removed,
          apps: side.apps,
        }),
    ),
    http.get('*/builds/latest.json', () => {
      const remotes = Object.fromEntries(side.remotes.map(({ name, version }) => [name, version]))
      return (
        note('GET builds', 'builds') ?? HttpResponse.json({ id: 'a-build', shell: side.shellBuild, remotes })
      )
    }),
    http.post<never, RemoteLoads>('*/api/federation/loads', async ({ request }) => {
      side.loads.push(...(await request.json()).loads)
      return new HttpResponse(null, { status: 204 })
    }),
    http.post<never, { role: Role }>('*/api/auth/demo', async ({ request }) => {
      const { role } = await request.json()
      side.user = personAs(role)
      return note('POST /api/auth/demo', 'demo') ?? new HttpResponse(null, { status: 204 })
    }),
    http.delete('*/api/auth/logout', () => {
      side.user = null
      return note('DELETE /api/auth/logout', 'logout') ?? new HttpResponse(null, { status: 204 })
    }),
    http.post<never, { apiPath: string; method: string }>('*/api/crud', async ({ request }) => {
      const { apiPath, method } = await request.json()
      return note(`${method} ${apiPath}`, apiPath) ?? crud(apiPath)
    }),
  )
  return side
}

export interface OpenPortal {
  portal: Portal
  runtime: TestRuntime
  user: ReturnType<typeof userEvent.setup>
}

let isOpened = false

/**
 * Boots the whole portal at an address. single-spa can be started only once per page, so a test file can open
 * one portal; throws at the second.
 */
export function openPortal(address: string): OpenPortal {
  if (isOpened)
    throw new Error('A portal is open in this test file already: put the test into a file of its own')
  isOpened = true
  document.head.innerHTML = '<meta name="portal-demo" content="1">'
  history.replaceState(null, '', address)
  const runtime = new TestRuntime()
  const page = startPage()
  page.store.set(portalCodeAtom, { load: loadPortal })
  const portal = boot(runtime, page, (made) => void render(<App portal={made} />))
  return { portal, runtime, user: userEvent.setup() }
}

/** Path and query of the address bar. */
export const address = () => location.pathname + location.search
