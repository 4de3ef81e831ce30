import type { StreamEventName } from '@portal/contract'
import { shownAction } from '#records/history-actions.ts'
import type { HistoryEvent } from './history.queries.ts'
import { positionText } from './position.ts'
import type { Position } from './position.ts'

/**
 * New alerts and notifications announce themselves; everything else that happens to a record is a `record`
 * event.
 */
const announced: Readonly<Record<string, 'alert' | 'notification'>> = {
  alerts: 'alert',
  notifications: 'notification',
}

function eventName({ collection, action }: HistoryEvent): Exclude<StreamEventName, 'reset'> {
  if (collection === 'config' || collection === 'registry' || collection === 'job' || collection === 'mail')
    return collection
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

function written(position: Position, name: StreamEventName, data: unknown): string {
  return `id: ${positionText(position)}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** One event as Server-Sent Events write it. */
export function eventText(event: HistoryEvent, position: Position): string {
  return written(position, eventName(event), eventData(event))
}

/**
 * Where a new stream begins: its position, and the configuration in force, which may be another than the page
 * asked for before.
 */
export function streamPreamble(position: Position, configuration: number): string {
  return written(position, 'config', { version: configuration })
}

/**
 * What was missed is not told: everything is to be read anew, and what happens from here on is told again.
 */
export function resetText(position: Position): string {
  return written(position, 'reset', {})
}

/**
 * Nothing happened that the viewer may know of up to here. Browsers keep the id of it as that of an event.
 */
export function positionOnlyText(position: Position): string {
  return `id: ${positionText(position)}\n\n`
}
