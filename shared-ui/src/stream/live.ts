import { ConfigEvent, FileEvent, RecordEvent } from '@portal/contract'
import type { StreamEventName } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { configurationAtom, loadConfiguration } from '../portal/configuration.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { LiveFiles } from './live-files.ts'
import { LiveMail } from './live-mail.ts'
import { LiveRecords } from './live-records.ts'
import { listenToStream } from './one-stream.ts'

export interface LiveOptions {
  /** Pid of who is signed in. */
  person: string
  store: PortalStore
  queryClient: QueryClient
  /** The viewer's alerts are not what they were. */
  onAlert: () => void
}

/** Lets what others do show on this page. Answers how to stop. */
export function followLive({ person, store, queryClient, onAlert }: LiveOptions): () => void {
  const records = new LiveRecords(queryClient)
  const mail = new LiveMail(queryClient)
  const files = new LiveFiles(queryClient)

  const alertsChanged = () => {
    onAlert()
    void queryClient.invalidateQueries({ queryKey: ['alerts'] })
  }
  const onRecord = (data: unknown) => {
    const event = RecordEvent.safeParse(data)
    if (!event.success) return
    records.note(event.data)
    if (event.data.collection === 'alerts') alertsChanged()
  }
  const onFile = (data: unknown) => {
    const event = FileEvent.safeParse(data)
    if (event.success) files.note(event.data)
  }
  const onConfiguration = (data: unknown) => {
    const event = ConfigEvent.safeParse(data)
    // This is the copy everybody reads; a working copy in the settings is another one and stays as it is.
    if (!event.success || event.data.version === store.get(configurationAtom)?.version) return
    void loadConfiguration(store)
  }
  const onEvent = (name: StreamEventName, data: unknown) => {
    switch (name) {
      case 'alert':
      case 'notification':
      case 'record':
        onRecord(data)
        break
      case 'config':
        onConfiguration(data)
        break
      case 'file':
        onFile(data)
        break
      case 'mail':
        mail.note()
        break
      // Jobs are asked for by whoever waits for them.
      case 'job':
      case 'registry':
        break
    }
  }
  const stop = listenToStream(person, {
    onEvent,
    onGap: () => {
      records.forgetAll()
      files.forgetAll()
      mail.forgetAll()
      alertsChanged()
      void loadConfiguration(store)
    },
  })
  return () => {
    stop()
    records.stop()
    mail.stop()
  }
}
