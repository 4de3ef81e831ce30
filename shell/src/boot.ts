import {
  actorAtom,
  createPortalStore,
  createQueryClient,
  loadConfiguration,
  loadSession,
  onReauthRequired,
  panelsVersionAtom,
  roleAtom,
  startColourMode,
  startLive,
  userAtom,
  watchDays,
} from '@portal/shared-ui'
import type { MountProps } from '@portal/shared-ui'
import { language } from '@portal/shared-ui/i18n'
import { start } from 'single-spa'
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
import { firstLanguage, followLanguage } from './features/language/follow-language.ts'
import { LoadReports } from './federation/load-reports.ts'
import { overridesFor, takeOverride } from './federation/overrides.ts'
import { resolveRoute } from './navigation/resolve-route.ts'
import { matchRoute } from './navigation/match-route.ts'
import { followBrowser, syncAndCheck } from './navigation/follow-browser.ts'
import { routesAtom, routeContextAtom, unsavedAtom } from './navigation/navigation.state.ts'
import { guardTab, mayLeave } from './navigation/unsaved.state.ts'
import { guardPage } from './features/reload-guard/guard-page.ts'
import { forgetRecords, watchPerson } from './features/session/forget-records.ts'
import { claimStorage } from './features/session/personal-storage.ts'
import type { Portal } from './portal.ts'
import { createShellApi } from './shell-api.ts'
import { t } from './texts.ts'
import { prove } from './sign-in/prove.ts'
import { watchSession } from './sign-in/session-over.ts'

/**
 * Starts the portal. Before this, `main.tsx` has put up the Trusted Types policy; every call below is made
 * once.
 * `draw` gets the page up; it is called before anything has answered, so that the frame's place is kept from
 * the first moment.
 */
export function boot(runtime: FederationRuntime, draw: (portal: Portal) => void): Portal {
  // 1. What everything hangs on: one store, one query client, the colour mode, and the guards against missing
  // code and lost focus.
  const store = createPortalStore()
  const queryClient = createQueryClient()
  startColourMode(store)
  watchSession(store)
  onReauthRequired(() => prove(store))
  guardPage(window, { isUnsaved: () => store.get(unsavedAtom) })
  guardTab(store)
  keepFocusInDialogs(document)
  // Another day: what is overdue, counted or due today is asked for anew.
  watchDays(store, () => void queryClient.invalidateQueries())

  // 2. The places remotes will stand in, and the small API they get.
  const shell = createShellApi(store, runtime)
  const reports = new LoadReports(() => store.get(actorAtom) !== null)
  const remotes = new RemoteApplications<MountProps>(
    {
      runtime,
      remotes: (fresh) => (fresh ? loadRegistry(store) : Promise.resolve(store.get(remotesAtom))),
      propsFor: (domElement, onFailure) => ({
        domElement,
        shell: { ...shell, reportFailure: onFailure },
        store,
        queryClient,
      }),
      onLoad: (load) => reports.note(load),
      overrideOf: (name) => overridesFor(store.get(roleAtom)).find((each) => each.name === name) ?? null,
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

  // The alerts of whoever is signed in; null for strangers.
  let alerts: AlertWatch | null = null

  // 3. Follow the address bar from here on, whoever writes to it.
  followBrowser(store, {
    mayLeave: () => mayLeave(store),
    onNavigated: () => alerts?.poll(),
  })
  const panelsChanged = () => store.set(panelsVersionAtom, store.get(panelsVersionAtom) + 1)
  store.sub(userAtom, panelsChanged)
  store.sub(remotesAtom, () => {
    remotes.register(store.get(remotesAtom))
    panelsChanged()
  })

  // 4. Another person (or nobody): forget what the last one saw, then fetch what this one needs. Nobody
  // signed in, nothing is asked for.
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
      void refreshRegistry(store)
    }
    // Somebody without a role may read nothing yet, so nothing is asked for.
    if (pid === null || store.get(actorAtom) === null) return
    takeOverride(store, store.get(roleAtom))
    void loadConfiguration(store)
    const watch = new AlertWatch({ person: pid, store, queryClient })
    alerts = watch
    const counts = new MenuCountsWatch(queryClient)
    // A session that was ended closes its stream: the call finds out, and the page asks its person to sign in
    // again.
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

  // 5. Who is looking, and what is deployed: side by side.
  void loadSession(store)
  void refreshRegistry(store)

  // 6. The page, empty until step 5 answers; then single-spa mounts the remote that owns the address. A
  // Spanish page waits for its texts.
  syncAndCheck(store)
  const begin = () => {
    draw(portal)
    start({ urlRerouteOnly: true })
  }
  const texts = followLanguage(store, (error) => {
    shell.reportFailure(error)
    shell.toast({ title: t('languageFailed'), colour: 'red' })
  })
  if (language() === firstLanguage()) begin()
  else void texts.then(begin)
  return portal
}
