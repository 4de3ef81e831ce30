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

/** Readers of calendars do not expect the line and paragraph separators of Unicode within a property. */
const lineOf = (text: string) => text.replaceAll(/[\u2028\u2029]/g, '\n')
const dateOf = (day: LocalDate) => ICAL.Time.fromDateString(day)
const instantOf = (at: Date) => ICAL.Time.fromJSDate(at, true)

/** Status of a VTODO (RFC 5545, 3.8.1.11). */
function workStatus({ status, isOver }: IcsEntry): string {
  if (status === taskStatus.CANCELLED) return 'CANCELLED'
  if (isOver) return 'COMPLETED'
  return status === taskStatus.OPEN ? 'NEEDS-ACTION' : 'IN-PROCESS'
}

/**
 * Properties that events and work have in common. The stamp is the last change, so that the text is stable.
 */
function describe(component: ICAL.Component, entry: IcsEntry): void {
  const add = (name: string, value: unknown) => void component.addPropertyWithValue(name, value)
  add('uid', entry.uid)
  add('dtstamp', instantOf(entry.updatedAt))
  add('last-modified', instantOf(entry.updatedAt))
  add('sequence', entry.version - 1)
  add('summary', lineOf(entry.summary))
  add('description', lineOf(entry.description))
  add('categories', entry.category)
  if (entry.url !== null) add('url', entry.url)
}

function eventOf(entry: IcsEntry): ICAL.Component {
  const event = new ICAL.Component('vevent')
  describe(event, entry)
  if (entry.at === null) {
    event.addPropertyWithValue('dtstart', dateOf(entry.day))
    event.addPropertyWithValue('dtend', dateOf(addDays(entry.day, 1)))
  } else event.addPropertyWithValue('dtstart', instantOf(entry.at))
  // A deadline does not make its reader busy.
  event.addPropertyWithValue('transp', 'TRANSPARENT')
  return event
}

function workOf(entry: IcsEntry): ICAL.Component {
  const work = new ICAL.Component('vtodo')
  describe(work, entry)
  work.addPropertyWithValue('due', entry.at === null ? dateOf(entry.day) : instantOf(entry.at))
  work.addPropertyWithValue('status', workStatus(entry))
  return work
}

/** A calendar as text of RFC 5545. The same dates give the same text. */
export function toIcs({ name, description, entries }: IcsCalendar): string {
  const calendar = new ICAL.Component('vcalendar')
  const add = (property: string, value: unknown) => void calendar.addPropertyWithValue(property, value)
  add('version', '2.0')
  add('prodid', '-//Permit Portal//Calendar//EN')
  add('calscale', 'GREGORIAN')
  add('x-wr-calname', name)
  add('x-wr-caldesc', description)
  add('refresh-interval', ICAL.Duration.fromString(refreshEvery))
  add('x-published-ttl', refreshEvery)
  for (const entry of entries)
    calendar.addSubcomponent(entry.kind === 'work' ? workOf(entry) : eventOf(entry))
  return `${calendar.toString()}\r\n`
}
