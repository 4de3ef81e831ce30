import { addDays, englishFieldLabel, findField, labelOfCollection, pageAllowed } from '@portal/contract'
import type { Actor, Declaration, Language, PageMap } from '@portal/contract'
import { conditionField, conditionLabel, feedDays, maxFeedEntries } from '@portal/contract/calendar'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { labelIn } from '#platform/language/label-in.ts'
import { todayOf } from '#engine/query/reading.ts'
import { getView } from '#engine/views/views.ts'
import type { ViewDeps } from '#engine/views/views.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { datedCollections, readDated } from './calendar.ts'
import type { DatedRow } from './calendar.ts'
import { toIcs } from './ics.ts'
import type { IcsEntry } from './ics.ts'
import { feedTexts } from './texts.ts'

interface FeedReader {
  language: Language
  origin: string
  pages: PageMap
}

/** Label of a date in the language of the reader. */
function dateLabel(language: Language, declaration: Declaration, field: string): string {
  const declared = findField(declaration, field)
  return field === conditionField
    ? labelIn(language, conditionLabel)
    : labelIn(language, englishFieldLabel(field, declared), declared?.labelEs)
}

function entryOf(declaration: Declaration, row: DatedRow, { language, origin, pages }: FeedReader): IcsEntry {
  const path = declaration.page?.replace('{pid}', row.pid) ?? null
  const url = path === null || !pageAllowed(pages, path) ? null : `${origin}${path}`
  const category = labelIn(language, labelOfCollection(declaration.name, 'one'))
  return {
    uid: `${row.id}@${new URL(origin).host}`,
    kind: findField(declaration, row.field)?.calendar ?? 'event',
    day: row.day,
    at: row.at,
    summary: feedTexts(language)('summary', {
      date: dateLabel(language, declaration, row.field),
      title: row.title,
    }),
    description: [`${category} ${row.number ?? ''}`.trim(), row.detail, url]
      .filter((line) => line !== null)
      .join('\n'),
    url,
    category,
    status: row.status,
    isOver: row.isOver,
    version: row.version,
    updatedAt: row.updatedAt,
  }
}

/** A finished deadline is no longer news; finished work is kept, so that the reader sees it done. */
const isShown = ({ kind, isOver }: IcsEntry) => kind === 'work' || !isOver

/** Today and later first, then the past, the latest first. */
const byNearness = (today: string) => (a: IcsEntry, b: IcsEntry) =>
  Number(a.day < today) - Number(b.day < today) ||
  (a.day < today ? b.day.localeCompare(a.day) : a.day.localeCompare(b.day)) ||
  a.uid.localeCompare(b.uid)

/**
 * The text of a feed: the dates around today that the actor may read now. Throws 403 and 404 for a view that
 * they can no longer read.
 */
export async function readFeed(
  deps: DomainDeps,
  actor: Actor,
  view: string | null,
  parts: ViewDeps,
): Promise<string> {
  const today = todayOf(deps, actor)
  const { language = 'en' } = actor
  const say = feedTexts(language)
  const range = { from: addDays(today, -feedDays.back), to: addDays(today, feedDays.ahead) }
  const choice = view === null ? {} : { view }
  const [{ roles }, dated, named] = await Promise.all([
    currentConfiguration(deps),
    datedCollections(deps, actor, choice, parts),
    view === null ? null : getView(deps, actor, view, parts),
  ])
  const reader = { language, origin: deps.environment.publicOrigin, pages: roles[actor.role].pages }
  const results = await Promise.all(
    dated.map(async (collection) => {
      const rows = await readDated(deps, actor, collection, range, { nearest: maxFeedEntries, today })
      return {
        total: rows[0]?.total ?? 0,
        entries: rows.map((row) => entryOf(collection.declaration, row, reader)),
      }
    }),
  )
  const total = results.reduce((sum, result) => sum + result.total, 0)
  const entries = results
    .flatMap((result) => result.entries)
    .filter(isShown)
    .toSorted(byNearness(today))
    .slice(0, maxFeedEntries)
  return toIcs({
    name: named === null ? say('name') : say('nameOfView', { view: named.name }),
    description:
      total > maxFeedEntries ? say('truncated', { count: entries.length, total }) : say('description'),
    entries,
  })
}
