import type { Presence, StreamEventName } from '@portal/contract'
import { shownAction } from '#engine/history/history-actions.ts'
import type { HistoryEvent } from './history.queries.ts'
import { positionText } from './position.ts'
import type { Position } from './position.ts'

/**
 * New alerts and notifications have their own event names. All other events of records are named `record`.
 */
const announced: Readonly<Record<string, 'alert' | 'notification'>> = {
  alerts: 'alert',
  notifications: 'notification',
}

function eventName({ collection, action }: HistoryEvent): Exclude<StreamEventName, 'reset' | 'presence'> {
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

/** One event in the format of Server-Sent Events. */
export function eventText(event: HistoryEvent, position: Position): string {
  return written(position, eventName(event), eventData(event))
}

/**
 * Start of a new stream: its position, and the active configuration version, which may be newer than the one
 * the page has read.
 */
export function streamPreamble(position: Position, configuration: number): string {
  return written(position, 'config', { version: configuration })
}

/** Missed events cannot be sent: the page reads everything again. Later events follow as usual. */
export function resetText(position: Position): string {
  return written(position, 'reset', {})
}

/** Advances the position without an event. Browsers store the id like that of an event. */
export function positionOnlyText(position: Position): string {
  return `id: ${positionText(position)}\n\n`
}

/** Who is at a record. It moves no position: a page that missed it reports anew and learns what is so now. */
export function presenceText(presence: Presence): string {
  return `event: presence\ndata: ${JSON.stringify(presence)}\n\n`
}
