import type { StreamEventName } from '@portal/contract'
import { shownAction } from '#records/history-actions.ts'
import type { HistoryEvent } from './history.queries.ts'

/** New alerts and notifications announce themselves; everything else that happens to a record is a `record` event. */
const announced: Readonly<Record<string, StreamEventName>> = { alerts: 'alert', notifications: 'notification' }

export function eventName({ collection, action }: HistoryEvent): StreamEventName {
  if (collection === 'config' || collection === 'registry' || collection === 'job' || collection === 'mail') return collection
  if (collection === 'files') return 'file'
  return (action === 'create' ? announced[collection] : undefined) ?? 'record'
}

function eventData(event: HistoryEvent): unknown {
  const { collection, pid, action, version } = event
  switch (eventName(event)) {
    case 'config':
      return { version }
    case 'registry':
      return { name: pid, action }
    case 'job':
      return event.details
    case 'file':
      return { collection, pid, action, version, folders: event.folders ?? [] }
    case 'alert':
    case 'notification':
    case 'record':
    case 'mail':
      return { collection, pid, action: shownAction(action), version }
  }
}

/** One event as Server-Sent Events write it. */
export function eventText(event: HistoryEvent): string {
  return `id: ${event.id}\nevent: ${eventName(event)}\ndata: ${JSON.stringify(eventData(event))}\n\n`
}

/** Where a new stream begins: its position, and the configuration in force, which may be another than the page asked for before. */
export function beginningText(id: number, configuration: number): string {
  return `id: ${id}\nevent: config\ndata: ${JSON.stringify({ version: configuration })}\n\n`
}
