import { LatestBuild } from '@portal/contract'
import { api, isProblem } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { z } from 'zod'
import { remotesAtom } from '../../federation/federation.state.ts'
import { refreshRegistry } from '../../federation/refresh-registry.ts'
import { runInLeaderTab } from '../../tabs/tab-leader.ts'

/**
 * How often the build manifest is asked for, in ms. Source: specification.md 7, "Periodic GET of the latest
 * build manifest".
 */
const buildPollMs = 60_000

/** The first question waits until the page stands. */
const firstAskMs = 5_000

/** The shell this page runs, as the first build manifest named it, and the one in force now. */
const shellsAtom = atom<{ own: string; latest: string } | null>(null)

/** Whether a reload would bring another shell. */
export const newShellAtom = atom((get) => {
  const shells = get(shellsAtom)
  return shells !== null && shells.own !== shells.latest
})

function take(store: PortalStore, latest: LatestBuild): void {
  store.set(shellsAtom, { own: store.get(shellsAtom)?.own ?? latest.shell, latest: latest.shell })
  // A canary and an override have another version on purpose; the registry knows, and is asked only where it
  // may have news.
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
    // Nothing new is known; the page goes on as it is and asks again.
    if (!isProblem(error, 'unavailable')) console.error('The build manifest was not answered', error)
    return null
  }
}

/**
 * Asks for the build manifest from now on: one tab of the browser does, and tells the others. Answers how to
 * stop.
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
  // Each tab asks once for itself: which shell it runs, since tabs are opened at different times, and whether
  // a release came before its stream.
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
