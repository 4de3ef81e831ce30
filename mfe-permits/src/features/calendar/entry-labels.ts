import {
  collections,
  fieldLabel,
  findField,
  labelOfCollection,
  locales,
  screenLabel,
  screenLanguage,
} from '@portal/contract'
import type { CollectionName, ColourToken, LocalDate } from '@portal/contract'

import type { CalendarEntry } from '@portal/contract/calendar'
import { conditionField } from '@portal/contract/calendar'
import { formatTime } from '@portal/shared-ui'
import {
  mdiAccountCheckOutline,
  mdiCalendarBlankOutline,
  mdiCheckCircleOutline,
  mdiDomain,
  mdiFileCertificateOutline,
  mdiFileDocumentOutline,
  mdiPackageVariantClosed,
  mdiCurrencyUsd,
} from '@mdi/js'
import { t } from './texts.ts'

interface Look {
  colour: ColourToken
  icon: string
}

/** Color and icon of a collection. A new one is gray until it is given its own. */
const looks: Readonly<Partial<Record<CollectionName, Look>>> = {
  permits: { colour: 'green', icon: mdiFileDocumentOutline },
  processed: { colour: 'slate', icon: mdiFileCertificateOutline },
  rts: { colour: 'indigo', icon: mdiPackageVariantClosed },
  tasks: { colour: 'blue', icon: mdiCheckCircleOutline },
  ctasks: { colour: 'teal', icon: mdiAccountCheckOutline },
  payments: { colour: 'amber', icon: mdiCurrencyUsd },
  orgs: { colour: 'purple', icon: mdiDomain },
}
export const lookOf = (name: CollectionName): Look =>
  looks[name] ?? { colour: 'grey', icon: mdiCalendarBlankOutline }

export const collectionLabel = (name: CollectionName): string => screenLabel(labelOfCollection(name, 'many'))

/** Which date of the record it is, for example `Due date`. */
export function dateLabel({ collection, field }: Pick<CalendarEntry, 'collection' | 'field'>): string {
  if (field === conditionField) return t('conditionDue')
  return fieldLabel(field, findField(collections[collection], field))
}

/** What an entry says beside its title: which date it is, the number, and that it is done. */
export function entryFacts(entry: CalendarEntry): string[] {
  const { number, title, detail, isOver } = entry
  return [dateLabel(entry), detail === null ? number : title, isOver ? t('done') : null].flatMap((part) =>
    part === null || (part === title && detail === null) ? [] : [part],
  )
}

/** All of it on one line, in the order in which it is shown. */
export function entryLabel(entry: CalendarEntry): string {
  const name = entry.detail ?? entry.title
  const start = entry.at === null ? name : `${formatTime(entry.at)} ${name}`
  return [start, ...entryFacts(entry)].join(', ')
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(day: LocalDate, options: Intl.DateTimeFormatOptions): string {
  const key = `${screenLanguage()} ${JSON.stringify(options)}`
  const known =
    formats.get(key) ?? new Intl.DateTimeFormat(locales[screenLanguage()], { ...options, timeZone: 'UTC' })
  formats.set(key, known)
  return known.format(new Date(`${day}T00:00:00Z`))
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `November 2026`. */
export const monthLabel = (day: LocalDate): string =>
  capitalized(format(day, { month: 'long', year: 'numeric' }))
/** `Sun`. */
export const weekdayLabel = (day: LocalDate): string => capitalized(format(day, { weekday: 'short' }))
/** `Sunday`. */
export const longWeekdayLabel = (day: LocalDate): string => capitalized(format(day, { weekday: 'long' }))
/** `Sunday, November 1, 2026`. */
export const fullDayLabel = (day: LocalDate): string =>
  capitalized(format(day, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }))
/** `Nov`, beside the first day of a month in a grid. */
export const shortMonthLabel = (day: LocalDate): string => format(day, { month: 'short' })
