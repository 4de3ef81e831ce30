import { LatestBuild } from '@portal/contract'
import { api, isProblem } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { z } from 'zod'
import { remotesAtom } from '../../federation/federation.state.ts'
import { refreshRegistry } from '../../federation/refresh-registry.ts'
import { runInLeaderTab } from '../../tabs/tab-leader.ts'

/**
 * How often the build manifest is requested, in ms. Source: specification.md 7, "Periodic GET of the latest
 * build manifest".
 */
const buildPollMs = 60_000

/** The first request waits until the page has loaded, in ms. */
const firstAskMs = 5_000

/** The shell build this page runs, as the first build manifest named it, and the latest one. */
const shellsAtom = atom<{ own: string; latest: string } | null>(null)

/** Whether a reload would load another shell build. */
export const newShellAtom = atom((get) => {
  const shells = get(shellsAtom)
  return shells !== null && shells.own !== shells.latest
})

function take(store: PortalStore, latest: LatestBuild): void {
  store.set(shellsAtom, { own: store.get(shellsAtom)?.own ?? latest.shell, latest: latest.shell })
  // A canary or an override has another version on purpose. The registry resolves that, and is requested only
  // when a version differs.
  const known = store.get(remotesAtom)
  const isNew = Object.entries(latest.remotes).some(([name, version]) =>
    known.every((each) => each.name !== name || each.version !== version),
  )
  if (isNew) void refreshRegistry(store)
}

async function ask(): Promise<LatestBuild | null> {
  try {
    return await api.get('/builds/latest.json', LatestBuild)
  } catch (error) {
    // Without an answer the page continues unchanged and asks again later.
    if (!isProblem(error, 'unavailable')) console.error('The build manifest was not answered', error)
    return null
  }
}

/**
 * Polls the build manifest. One tab of the browser polls and informs the others. Returns a function that
 * stops it.
 */
export function watchBuilds(store: PortalStore): () => void {
  const channel = new BroadcastChannel('portal-builds')
  const hear = (event: MessageEvent<unknown>) => {
    const told = z.object({ latest: LatestBuild }).safeParse(event.data)
    if (told.success) take(store, told.data.latest)
  }
  channel.addEventListener('message', hear)
  const poll = async () => {
    const latest = await ask()
    if (latest === null) return
    channel.postMessage({ latest })
    take(store, latest)
  }
  const stop = runInLeaderTab('portal-builds', () => {
    const timer = setInterval(() => void poll(), buildPollMs)
    return () => clearInterval(timer)
  })
  // Each tab also asks once for itself: to learn which shell build it runs, since tabs are opened at
  // different times, and whether a release came before it listened.
  const first = setTimeout(
    () => void ask().then((latest) => latest !== null && take(store, latest)),
    firstAskMs,
  )
  return () => {
    clearTimeout(first)
    stop()
    channel.close()
  }
}
