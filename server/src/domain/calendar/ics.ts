import { addDays, taskStatus } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import ICAL from 'ical.js'

/** One date as a calendar program shows it. All texts are in the language of the reader. */
export interface IcsEntry {
  /** Stays the same as long as the date exists. */
  uid: string
  kind: 'event' | 'work'
  day: LocalDate
  /** The instant of a date with a time; null for a whole day. */
  at: Date | null
  summary: string
  description: string
  /** Address of the record in the portal; null where the reader has no page of it. */
  url: string | null
  /** Name of the collection. */
  category: string
  /** Code of the status of work. */
  status: string | null
  /** The work is finished. */
  isOver: boolean
  /** Grows with every change of the record. */
  version: number
  updatedAt: Date
}

export interface IcsCalendar {
  name: string
  description: string
  entries: readonly IcsEntry[]
}

/** How often calendar programs read the address again; most of them choose their own interval. */
const refreshEvery = 'PT1H'

// A continued line begins with a space, which ical.js does not count: lines have at most 75 bytes.
ICAL.foldLength = 74

/**
 * A property in the form of jCal (RFC 7265), from which ical.js writes three times faster than from its
 * objects.
 */
type Property = [name: string, parameters: object, type: string, value: string | number]
type Component = [name: string, properties: Property[], components: Component[]]

/** Readers of calendars do not expect the line and paragraph separators of Unicode within a property. */
const lineOf = (text: string) => text.replaceAll(/[\u2028\u2029]/g, '\n')
/** These names are not escaped by ical.js, since they are in no standard. */
const onOneLine = (text: string) => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
const textOf = (name: string, value: string): Property => [name, {}, 'text', lineOf(value)]
const instantOf = (name: string, at: Date): Property => [
  name,
  {},
  'date-time',
  `${at.toISOString().slice(0, 19)}Z`,
]
const timeOf = (name: string, day: LocalDate, at: Date | null): Property =>
  at === null ? [name, {}, 'date', day] : instantOf(name, at)

/** Status of a VTODO (RFC 5545, 3.8.1.11). */
function workStatus({ status, isOver }: IcsEntry): string {
  if (status === taskStatus.CANCELLED) return 'CANCELLED'
  if (isOver) return 'COMPLETED'
  return status === taskStatus.OPEN ? 'NEEDS-ACTION' : 'IN-PROCESS'
}

/**
 * Properties that events and work have in common. The stamp is the last change, so that the text is stable.
 */
function describe(entry: IcsEntry): Property[] {
  const url: Property[] = entry.url === null ? [] : [['url', {}, 'uri', entry.url]]
  return [
    textOf('uid', entry.uid),
    instantOf('dtstamp', entry.updatedAt),
    instantOf('last-modified', entry.updatedAt),
    ['sequence', {}, 'integer', entry.version - 1],
    textOf('summary', entry.summary),
    textOf('description', entry.description),
    textOf('categories', entry.category),
    ...url,
  ]
}

function eventOf(entry: IcsEntry): Component {
  const { day, at } = entry
  const end = at === null ? [timeOf('dtend', addDays(day, 1), null)] : []
  // A deadline does not make its reader busy.
  const properties = [...describe(entry), timeOf('dtstart', day, at), ...end, textOf('transp', 'TRANSPARENT')]
  return ['vevent', properties, []]
}

function workOf(entry: IcsEntry): Component {
  const status = textOf('status', workStatus(entry))
  return ['vtodo', [...describe(entry), timeOf('due', entry.day, entry.at), status], []]
}

/** A calendar as text of RFC 5545. The same dates give the same text. */
export function toIcs({ name, description, entries }: IcsCalendar): string {
  const properties: Property[] = [
    textOf('version', '2.0'),
    textOf('prodid', '-//Permit Portal//Calendar//EN'),
    textOf('calscale', 'GREGORIAN'),
    ['x-wr-calname', {}, 'unknown', onOneLine(name)],
    ['x-wr-caldesc', {}, 'unknown', onOneLine(description)],
    ['refresh-interval', {}, 'duration', refreshEvery],
    ['x-published-ttl', {}, 'unknown', refreshEvery],
  ]
  const components = entries.map((entry) => (entry.kind === 'work' ? workOf(entry) : eventOf(entry)))
  return ICAL.stringify(['vcalendar', properties, components])
}
