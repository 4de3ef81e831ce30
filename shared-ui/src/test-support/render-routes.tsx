import { render } from '@testing-library/react'
import type { RenderResult } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import type { CurrentUser, OrgRole, Role, SlotName } from '@portal/contract'
import { configurationAtom } from '../portal/configuration.ts'
import { initialConfiguration, isForRole } from '@portal/contract'
import { createPortalStore } from '../portal/portal-store.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { Providers } from '../portal/Providers.tsx'
import { createQueryClient } from '../portal/query-client.ts'
import type { PanelModule, PanelOffer, ShellApi } from '../portal/shell-api.ts'
import { sessionAtom } from '../session/session.ts'
import { addToastAtom } from '../toast/toasts.ts'
import { ToastRegion } from '../toast/ToastRegion.tsx'

export interface RenderOptions {
  /** Who is signed in; nobody when absent. */
  as?: Role
  /** A client's position in their organization; ORG_ADMIN when absent. */
  orgRole?: OrgRole
  /** Heading the shell would show; a record table is named by it. */
  heading?: string
  /** Panels other remotes would offer. */
  panels?: readonly PanelOffer[]
  loadPanel?: (offer: PanelOffer) => Promise<PanelModule<SlotName>>
  /** The flags of the remote under test; none when absent. */
  flags?: Readonly<Record<string, boolean>>
  /** A cache the test wants to look into; a new one when absent. */
  queryClient?: QueryClient
}

export interface RenderedPage extends RenderResult {
  store: PortalStore
  router: ReturnType<typeof createMemoryRouter>
  user: UserEvent
  /** What the page told the shell. */
  told: { navigated: string[]; unsaved: boolean; title: string | null; failures: unknown[] }
}

/** A person of that role, as `/api/auth/me` would answer; a client belongs to an organization. */
export function personAs(role: Role, position: OrgRole = 'ORG_ADMIN'): CurrentUser {
  const org = role === 'client' ? { pid: '01ORGANIZATION000000000000', title: 'Acme Builders' } : null
  const orgRole = role === 'client' ? position : null
  return {
    pid: '01PERSON000000000000000000',
    name: `A ${role}`,
    email: `${role}@portal.example`,
    role,
    org,
    orgRole,
    pages: {},
    modules: {},
  }
}

/** Renders a remote's routes at an address, inside what the shell would put around them. */
export function renderRoutes(
  routes: readonly RouteObject[],
  at: string,
  options: RenderOptions = {},
): RenderedPage {
  const store = createPortalStore()
  store.set(configurationAtom, initialConfiguration())
  if (options.as !== undefined)
    store.set(sessionAtom, { state: 'signed-in', user: personAs(options.as, options.orgRole) })
  const router = createMemoryRouter([...routes], { initialEntries: [at] })
  const told: RenderedPage['told'] = { navigated: [], unsaved: false, title: null, failures: [] }
  const shell: ShellApi = {
    navigate: (url) => {
      told.navigated.push(url)
      void router.navigate(url)
    },
    reportUnsaved: (unsaved) => {
      told.unsaved = unsaved
    },
    toast: (toast) => store.set(addToastAtom, toast),
    panels: (slot, collection) =>
      (options.panels ?? [])
        .filter(
          ({ panel }) =>
            panel.slot === slot &&
            (collection === undefined || panel.collections.includes(collection)) &&
            isForRole(panel, options.as),
        )
        .toSorted((a, other) => a.panel.order - other.panel.order),
    loadPanel: options.loadPanel ?? (() => Promise.reject(new Error('This test offers no panels'))),
    flags: options.flags ?? {},
    setTitle: (title) => {
      told.title = title
    },
    reportFailure: (error) => {
      told.failures.push(error)
    },
  }
  const rendered = render(
    <Providers
      store={store}
      queryClient={options.queryClient ?? createQueryClient()}
      shell={shell}
      isPageRoot
    >
      {options.heading !== undefined && <h1>{options.heading}</h1>}
      <RouterProvider router={router} useTransitions={false} />
      <ToastRegion />
    </Providers>,
  )
  return { ...rendered, store, router, told, user: userEvent.setup() }
}
