import { ConfigEvent, FileEvent, Presence, RecordEvent } from '@portal/contract'
import type { StreamEventName } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import {
  configurationAtom,
  configurationLoaded,
  isInForce,
  loadConfiguration,
} from '../portal/configuration.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { presenceAtom, streamConnectionsAtom } from '../presence/presence.state.ts'
import { LiveFiles } from './live-files.ts'
import { LiveMail } from './live-mail.ts'
import { LiveRecords } from './live-records.ts'
import { listenToStream } from './shared-event-source.ts'

/** What the shell does about news that are no records on screen. */
export interface LiveHandlers {
  /** A new alert of the viewer. */
  onAlert: (pid: string) => void
  /** Alerts of the viewer were read or taken away, on whatever device. */
  onAlertsChanged: () => void
  onNotification: (pid: string) => void
  /** Mail, a task or a notification came, went or changed: what is counted of them may be another number. */
  onWaiting: () => void
  /** What roles may do, or anything else of the configuration, may be another now. */
  onConfiguration: () => void
  /** Another version of a remote is in force. */
  onRegistry: () => void
  /** Events may have been missed. */
  onMissed: () => void
  /** Whether events arrive at the moment. */
  onConnection: (isUp: boolean) => void
}

export interface LiveOptions extends LiveHandlers {
  /** Pid of who is signed in. */
  person: string
  store: PortalStore
  queryClient: QueryClient
}

/** Collections whose records wait for somebody. */
const waiting: ReadonlySet<string> = new Set(['tasks', 'ctasks', 'notifications'])

/** Lets what others do show on this page. Answers how to stop. */
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
  // The tabs of a browser share the stream, so that this may be about the record of another tab.
  const onPresence = (data: unknown) => {
    const event = Presence.safeParse(data)
    if (event.success && event.data.pid === store.get(presenceAtom)?.pid) store.set(presenceAtom, event.data)
  }
  const onConnection = (isUp: boolean) => {
    if (isUp) store.set(streamConnectionsAtom, store.get(streamConnectionsAtom) + 1)
    handlers.onConnection(isUp)
  }
  // Also the first event of each stream, so that nothing is missed between the page's own questions and its
  // stream.
  const onConfiguration = async (data: unknown) => {
    const event = ConfigEvent.safeParse(data)
    if (!event.success) return
    await configurationLoaded(store)
    if (isInForce(store, event.data.version)) return
    handlers.onConfiguration()
    // This is the copy everybody reads; a working copy in the settings is another one and stays as it is.
    if (event.data.version !== store.get(configurationAtom)?.version) void loadConfiguration(store)
  }
  // What was missed nobody can say: whatever any remote shows is read again, and what it has cached before it
  // is shown.
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
      case 'presence':
        onPresence(data)
        break
      case 'registry':
        handlers.onRegistry()
        break
      case 'reset':
        readAnew()
        break
      // Jobs are asked for by whoever waits for them.
      case 'job':
        break
    }
  }
  const stop = listenToStream(person, {
    onEvent,
    onGap: readAnew,
    onConnection,
  })
  return () => {
    stop()
    records.stop()
    mail.stop()
  }
}
