import { ConfigEvent, FileEvent, RecordEvent } from '@portal/contract'
import type { StreamEventName } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import {
  configurationAtom,
  configurationLoaded,
  isInForce,
  loadConfiguration,
} from '../portal/configuration.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { LiveFiles } from './live-files.ts'
import { LiveMail } from './live-mail.ts'
import { LiveRecords } from './live-records.ts'
import { listenToStream } from './shared-event-source.ts'

/** Handlers of the shell for events that are not about records on screen. */
export interface LiveHandlers {
  /** A new alert of the viewer. */
  onAlert: (pid: string) => void
  /** Alerts of the viewer were read or removed, on any device. */
  onAlertsChanged: () => void
  onNotification: (pid: string) => void
  /** Mail, tasks or notifications changed, so their counts may have changed. */
  onWaiting: () => void
  /** The configuration may have changed, including the rights of roles. */
  onConfiguration: () => void
  /** Another version of a remote is in force. */
  onRegistry: () => void
  /** Events may have been missed. */
  onMissed: () => void
  /** True while the stream is connected. */
  onConnection: (isUp: boolean) => void
}

export interface LiveOptions extends LiveHandlers {
  /** Pid of the signed-in user. */
  person: string
  store: PortalStore
  queryClient: QueryClient
}

/** Collections whose records are counted as waiting for someone. */
const waiting: ReadonlySet<string> = new Set(['tasks', 'ctasks', 'notifications'])

/** Shows changes by others on this page. Returns a function that stops it. */
export function followLive({ person, store, queryClient, ...handlers }: LiveOptions): () => void {
  const records = new LiveRecords(queryClient)
  const mail = new LiveMail(queryClient)
  const files = new LiveFiles(queryClient)

  const onRecord = (name: 'alert' | 'notification' | 'record', data: unknown) => {
    const event = RecordEvent.safeParse(data)
    if (!event.success) return
    records.note(event.data)
    if (waiting.has(event.data.collection)) handlers.onWaiting()
    if (name === 'alert') handlers.onAlert(event.data.pid)
    else if (name === 'notification') handlers.onNotification(event.data.pid)
    else if (event.data.collection === 'alerts') handlers.onAlertsChanged()
  }
  const onFile = (data: unknown) => {
    const event = FileEvent.safeParse(data)
    if (event.success) files.note(event.data)
  }
  // This is also the first event of each stream, which covers changes between loading the page and
  // connecting.
  const onConfiguration = async (data: unknown) => {
    const event = ConfigEvent.safeParse(data)
    if (!event.success) return
    await configurationLoaded(store)
    if (isInForce(store, event.data.version)) return
    handlers.onConfiguration()
    // Reloads the shared copy. An unsaved copy in the settings is separate and stays unchanged.
    if (event.data.version !== store.get(configurationAtom)?.version) void loadConfiguration(store)
  }
  // The missed events are unknown. Reload everything on screen in all remotes, and mark all other cached
  // queries as stale.
  const readAnew = () => {
    void queryClient.invalidateQueries()
    handlers.onMissed()
    void loadConfiguration(store)
  }
  const onEvent = (name: StreamEventName, data: unknown) => {
    switch (name) {
      case 'alert':
      case 'notification':
      case 'record':
        onRecord(name, data)
        break
      case 'config':
        void onConfiguration(data)
        break
      case 'file':
        onFile(data)
        break
      case 'mail':
        mail.note()
        handlers.onWaiting()
        break
      case 'registry':
        handlers.onRegistry()
        break
      case 'reset':
        readAnew()
        break
      // Jobs are polled by the code that waits for them.
      case 'job':
        break
    }
  }
  const stop = listenToStream(person, {
    onEvent,
    onGap: readAnew,
    onConnection: handlers.onConnection,
  })
  return () => {
    stop()
    records.stop()
    mail.stop()
  }
}
