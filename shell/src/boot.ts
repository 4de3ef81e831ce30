import {
  actorAtom,
  authPendingAtom,
  loadConfiguration,
  loadSession,
  onReauthRequired,
  panelsVersionAtom,
  roleAtom,
  startLive,
  userAtom,
  watchDays,
} from '@portal/shared-ui'
import type { MountProps } from '@portal/shared-ui'
import { start } from 'single-spa'
import { whenWordsAreKnown } from './entry/start-page.ts'
import type { Page } from './entry/start-page.ts'
import { keepFocusInDialogs } from './frame/keep-focus.ts'
import { remotesAtom, remoteStatesAtom } from './federation/federation.state.ts'
import type { FederationRuntime } from './federation/load.ts'
import { RemoteApplications } from './federation/mount.ts'
import { loadRegistry, refreshRegistry } from './federation/refresh-registry.ts'
import { AlertWatch } from './features/alerts/alert-watch.ts'
import { MenuCountsWatch } from './features/menu/menu-counts.queries.ts'
import { watchUnavailable, watchConnection } from './features/degraded/degraded.state.ts'
import { watchBuilds } from './features/new-build/new-build.ts'
import { refreshPermissions } from './features/session/refresh-permissions.ts'
import { LoadReports } from './federation/load-reports.ts'
import { dropFlags, flagsOf } from './federation/flags.ts'
import { overridesFor, takeOverride } from './federation/overrides.ts'
import { sampleVitals } from './federation/watch-vitals.lazy.ts'
import { takePreview } from './federation/previews.ts'
import { resolveRoute } from './navigation/resolve-route.ts'
import { matchRoute } from './navigation/match-route.ts'
import { followBrowser, syncAndCheck } from './navigation/follow-browser.ts'
import { routesAtom, routeContextAtom, unsavedAtom } from './navigation/navigation.state.ts'
import { guardTab, mayLeave } from './navigation/unsaved.state.ts'
import { forgetRecords, watchPerson } from './features/session/forget-records.ts'
import { claimStorage } from './features/session/personal-storage.ts'
import type { Portal } from './portal.ts'
import { createShellApi } from './shell-api.ts'
import { prove } from './sign-in/prove.ts'
import { watchSession } from './sign-in/session-over.ts'

/**
 * Starts the portal on a page that `startPage` has started. `main.tsx` has installed the Trusted Types policy
 * before. Every call below is made once.
 *
 * `draw` renders the page. It is called before any request is answered, so that the frame is laid out
 * immediately.
 */
export function boot(runtime: FederationRuntime, page: Page, draw: (portal: Portal) => void): Portal {
  const { store, queryClient } = page
  // 1. Services for the whole page: ended sessions, unsaved work, lost focus, new days.
  watchSession(store)
  onReauthRequired(() => prove(store))
  guardTab(store)
  keepFocusInDialogs(document)
  takePreview(store)
  // On a new day, everything that depends on the date (overdue, counted, due today) is requested again.
  watchDays(store, () => void queryClient.invalidateQueries())

  // 2. The applications of the remotes, and the API they get from the shell.
  const reports = new LoadReports({
    maySend: () => store.get(actorAtom) !== null,
    isBusy: () => queryClient.isFetching() > 0,
    onFirstSent: () => sampleVitals(store),
  })
  reports.watch()
  const shell = createShellApi(store, runtime, (remote, version, error) => {
    if (version !== null) reports.notePanel(remote, version, error)
  })
  const remotes = new RemoteApplications<MountProps>(
    {
      runtime,
      remotes: (fresh) => (fresh ? loadRegistry(store) : Promise.resolve(store.get(remotesAtom))),
      propsFor: (name, domElement, onFailure) => ({
        domElement,
        shell: { ...shell, flags: flagsOf(store, name), reportFailure: onFailure },
        store,
        queryClient,
      }),
      onLoad: (load) => reports.note(load),
      overrideOf: (name) =>
        overridesFor(store.get(roleAtom)).find((override) => override.name === name) ?? null,
      onState: (name, state) =>
        store.set(remoteStatesAtom, { ...store.get(remoteStatesAtom), [name]: state }),
    },
    (remote, address) => {
      const decision = resolveRoute(address, store.get(routeContextAtom))
      return decision.kind === 'remote' && decision.remote === remote
    },
  )
  const portal: Portal = {
    store,
    queryClient,
    shell,
    remotes,
    ownerOf: (pathname) => matchRoute(pathname, store.get(routesAtom))?.remote ?? null,
  }

  // The alerts of the signed-in user; null when nobody is signed in.
  let alerts: AlertWatch | null = null

  // 3. Follow the address bar, whichever code changes it.
  followBrowser(store, {
    mayLeave: () => mayLeave(store),
    onNavigated: () => alerts?.navigated(),
  })
  const panelsChanged = () => store.set(panelsVersionAtom, store.get(panelsVersionAtom) + 1)
  store.sub(userAtom, panelsChanged)
  store.sub(remotesAtom, () => {
    remotes.register(store.get(remotesAtom))
    panelsChanged()
  })

  // 4. When the user changes: clear the data of the previous one, then load what the new one needs. Without a
  // user nothing is requested.
  let stopLive = () => {}
  watchPerson(store, ({ pid, isFirst }) => {
    stopLive()
    stopLive = () => {}
    alerts?.stop()
    alerts = null
    if (pid !== null) claimStorage(pid)
    if (!isFirst) {
      store.set(unsavedAtom, false)
      forgetRecords(store, queryClient)
      dropFlags(store)
      void refreshRegistry(store)
    }
    // A user without a role may not read anything yet.
    if (pid === null || store.get(actorAtom) === null) return
    takeOverride(store, store.get(roleAtom))
    takePreview(store)
    void loadConfiguration(store)
    const watch = new AlertWatch({ person: pid, store, queryClient })
    alerts = watch
    const counts = new MenuCountsWatch(queryClient)
    // The server closes the stream of a session that has ended. This request then fails, and the page asks
    // the user to sign in again.
    const connection = watchConnection(store, () => void loadConfiguration(store))
    const stop = startLive({
      person: pid,
      store,
      queryClient,
      onAlert: (alert) => watch.pushed(alert),
      onAlertsChanged: () => watch.refresh(),
      onNotification: (notification) => watch.notified(notification),
      onWaiting: () => counts.note(),
      onConfiguration: () => void refreshPermissions(store, queryClient),
      onRegistry: () => void refreshRegistry(store),
      onMissed: () => {
        watch.poll()
        void refreshPermissions(store, queryClient)
      },
      onConnection: connection.onConnection,
    })
    stopLive = () => {
      stop()
      counts.stop()
      connection.stop()
    }
  })
  watchUnavailable(store)
  watchBuilds(store)

  // 5. Load session and registry in parallel. The page may have asked already.
  if (store.get(authPendingAtom)) void loadSession(store, page.answers?.user)
  void refreshRegistry(store, page.answers?.registry)

  // 6. Draw the page, empty until session and registry are known; single-spa then mounts the remote that owns
  // the address. A Spanish page waits for its texts.
  syncAndCheck(store)
  whenWordsAreKnown(page, () => {
    draw(portal)
    start({ urlRerouteOnly: true })
  })
  return portal
}
