import { collections } from '../collections/collections.ts'
import type { LibraryPart } from '../collections/field.ts'
import { exampleProblem } from '../permits/number-pattern.ts'
import type { MapProblem } from '../permits/status-map-check.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import { Refusal } from '../problem.ts'
import { checkWrite } from '../query/writes.ts'
import type { RecordValues } from '../query/writes.ts'
import { ruleKey } from '../requirements/check-requirements.ts'
import type { RequirementRule, Requirements } from '../requirements/requirements.ts'
import { orderedCondition } from '../requirements/rule-condition.ts'
import { phrase } from '../sentence.ts'
import { unseenTexts } from '../unseen-texts.ts'
import type { AgencyCalendar } from '../working-calendar/calendar-schema.ts'
import type { FileAgency, FileEntry, FilePart, FileSource, LibraryFile } from './library-file.ts'
import { mergeLibrary, mergeRequirements } from './merge-library.ts'
import type { AddedFieldFacts, MergeResult } from './merge-library.ts'

/** An agency of the office: its record, every code it has or had, and its calendar. */
export interface KnownAgency {
  pid: string
  codes: readonly string[]
  values: RecordValues
  calendar: AgencyCalendar | undefined
}

export interface KnownSource {
  pid: string
  source: FileSource
}

/** What the office has before the import. */
export interface LibraryState {
  library: PermitLibrary
  /** The draft of the requirements, or those in force when there is none. */
  requirements: Requirements
  agencies: readonly KnownAgency[]
  sources: readonly KnownSource[]
  /** The fields that were added to permits, also removed ones. */
  addedFields: readonly AddedFieldFacts[]
}

/** What an import writes. */
export interface PlannedImport {
  entries: FileEntry[]
  refused: MapProblem[]
  library: PermitLibrary
  requirements: Requirements
  /** Records to write; without a pid they are created. */
  agencies: { pid: string | null; values: RecordValues }[]
  /** Calendars that change, by short code. */
  calendars: Record<string, AgencyCalendar>
  sources: { pid: string | null; source: FileSource }[]
}

/** JSON with the keys of each object in order: the database returns them in another one. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
const isSame = (one: unknown, other: unknown) => ordered(one) === ordered(other)

/** An entry for something the office may have: what differs between `before` and `after`. */
function entryOf(
  part: FilePart,
  key: string,
  label: string,
  before: object | undefined,
  after: object,
): FileEntry {
  if (before === undefined) return { part, key, label, action: 'created', changes: [] }
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ]
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field) ?? null, now.get(field) ?? null]
    return isSame(from, to) ? [] : [{ field, from, to }]
  })
  return { part, key, label, action: changes.length === 0 ? 'unchanged' : 'changed', changes }
}

/** The values of a record as it would be written, or why it cannot be. */
function readAgency(agency: FileAgency, path: string): { values: RecordValues; problems: MapProblem[] } {
  const { calendar: _calendar, ...fields } = agency
  try {
    return { values: checkWrite(collections.authorities, { role: 'admin' }, fields, path), problems: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { values: {}, problems: error.extras.errors ?? [] }
  }
}

const repeatedCode = (path: string, code: string): MapProblem => ({
  path,
  code: 'repeated',
  detail: phrase('Two agencies have the short code {{code}}.', { code }),
})

function planAgencies(file: LibraryFile, known: readonly KnownAgency[]) {
  const planned: Pick<PlannedImport, 'entries' | 'refused' | 'agencies' | 'calendars'> = {
    entries: [],
    refused: [],
    agencies: [],
    calendars: {},
  }
  for (const [at, agency] of file.agencies.entries()) {
    const path = `agencies.${at}`
    const { shortCode, name, calendar } = agency
    if (file.agencies.findIndex((each) => each.shortCode === shortCode) < at) {
      planned.refused.push(repeatedCode(`${path}.shortCode`, shortCode))
      continue
    }
    const { values, problems } = readAgency(agency, path)
    planned.refused.push(...problems)
    const own = known.find(({ codes }) => codes.includes(shortCode))
    // An agency that was renamed here keeps its present code.
    const code = own === undefined ? shortCode : String(own.values['shortCode'])
    const after: RecordValues = { ...values, shortCode: code }
    const { numberPattern, numberExample } = { ...own?.values, ...after }
    const detail = problems.length === 0 ? exampleProblem(numberPattern, numberExample) : null
    if (detail !== null) planned.refused.push({ path: `${path}.numberExample`, code: 'invalid', detail })
    const before = own && {
      ...Object.fromEntries(Object.keys(after).map((field) => [field, own.values[field] ?? null])),
      ...(calendar !== undefined && { calendar: own.calendar ?? null }),
    }
    const entry = entryOf('agencies', code, name, before, {
      ...after,
      ...(calendar !== undefined && { calendar }),
    })
    planned.entries.push(entry)
    if (own === undefined || entry.changes.some(({ field }) => field !== 'calendar'))
      planned.agencies.push({ pid: own?.pid ?? null, values: after })
    if (calendar !== undefined && !isSame(calendar, own?.calendar)) planned.calendars[code] = calendar
  }
  return planned
}

/** A feed is known by what it asks and for whom. */
const sourceKey = ({ authority, dialect, address, dataset }: FileSource) =>
  [authority, dialect, address, dataset ?? ''].join(' ')

function planSources(file: LibraryFile, { sources, agencies }: LibraryState) {
  const planned: Pick<PlannedImport, 'entries' | 'refused' | 'sources'> = {
    entries: [],
    refused: [],
    sources: [],
  }
  const present = (code: string) => {
    const own = agencies.find(({ codes }) => codes.includes(code))
    return own === undefined ? code : String(own.values['shortCode'])
  }
  for (const [at, given] of file.sources.entries()) {
    const source = { ...given, authority: present(given.authority), dataset: given.dataset ?? null }
    const known = sources.find((each) => sourceKey(each.source) === sourceKey(source))
    const label = [source.address, source.dataset].filter(Boolean).join(' ')
    const entry = entryOf('sources', `${source.authority} ${label}`, label, known?.source, source)
    planned.entries.push(entry)
    planned.refused.push(...unseenTexts(known?.source, given, `sources.${at}`))
    if (entry.action !== 'unchanged') planned.sources.push({ pid: known?.pid ?? null, source })
  }
  return planned
}

/** The agencies that types, rules and feeds of the file name, and that neither file nor office has. */
function unknownAgencies(file: LibraryFile, { agencies }: LibraryState): MapProblem[] {
  const known = new Set([
    ...agencies.flatMap(({ codes }) => codes),
    ...file.agencies.map(({ shortCode }) => shortCode),
  ])
  const named: [string, string][] = [
    ...file.permitTypes.flatMap(({ authorities }, at) =>
      authorities.map((code): [string, string] => [`permitTypes.${at}.authorities`, code]),
    ),
    ...(file.requirements?.rules ?? []).flatMap(({ authority }, at): [string, string][] =>
      authority === null ? [] : [[`requirements.rules.${at}.authority`, authority]],
    ),
    ...file.sources.map(({ authority }, at): [string, string] => [`sources.${at}.authority`, authority]),
  ]
  return named
    .filter(([, code]) => !known.has(code))
    .map(([path, code]) => ({
      path,
      code: 'unknown',
      detail: phrase('There is no agency with the short code {{code}}.', { code }),
    }))
}

/** Entries of the types, fees and details of the file. */
function libraryEntries(file: LibraryFile, before: PermitLibrary, { merged }: MergeResult<PermitLibrary>) {
  const entries = (part: LibraryPart) =>
    file[part].map(({ code, label, labelEs }) => {
      const own = before[part].find((each) => each.code === code)
      const after = merged[part].find((each) => each.code === code) ?? {}
      return { ...entryOf(part, code, label, own, after), ...(labelEs !== undefined && { labelEs }) }
    })
  return [
    ...entries('permitTypes'),
    ...entries('documentTypes'),
    ...entries('fees'),
    ...file.attributes.map(({ name, label, labelEs }) => {
      const own = before.attributes.find((each) => each.name === name)
      const after = merged.attributes.find((each) => each.name === name)
      const entry = entryOf('attributes', name, label, own, after ?? {})
      return labelEs === undefined ? entry : { ...entry, labelEs }
    }),
  ]
}

/** A rule as people read it in any language: `CALGARY SIGN, valuation ≥ 5000000, custom.shape = ROUND`. */
function ruleLabel({ authority, permitType, when }: RequirementRule): string {
  const parts = Object.entries(orderedCondition(when)).map(([name, asked]) => {
    if (Array.isArray(asked)) return `${name} = ${asked.join(' | ')}`
    const { min, max } = asked
    return [
      ...(min === undefined ? [] : [`${name} ≥ ${min}`]),
      ...(max === undefined ? [] : [`${name} ≤ ${max}`]),
    ].join(', ')
  })
  return [`${authority ?? '*'} ${permitType ?? '*'}`, ...parts].join(', ')
}

/** Entries of the rules and conditions of the file. The order within a rule is no difference. */
function requirementEntries(
  asked: Requirements,
  before: Requirements,
  { merged }: MergeResult<Requirements>,
): FileEntry[] {
  const clients = merged.clientConditions
  return [
    ...asked.rules.map((rule) => {
      const key = ruleKey(rule)
      const own = before.rules.find((each) => ruleKey(each) === key)
      return entryOf(
        'rules',
        key,
        ruleLabel(rule),
        own,
        merged.rules.find((each) => ruleKey(each) === key) ?? {},
      )
    }),
    ...asked.conditions.map(({ code, text }) => {
      const own = before.conditions.find((each) => each.code === code)
      return entryOf(
        'conditions',
        code,
        text,
        own,
        merged.conditions.find((each) => each.code === code) ?? {},
      )
    }),
    ...(asked.clientConditions.length === 0
      ? []
      : [
          entryOf(
            'clientConditions',
            'clientConditions',
            asked.clientConditions.join(', '),
            { codes: before.clientConditions },
            { codes: clients },
          ),
        ]),
  ]
}

/**
 * What an import of the file does: what the file has replaces what has the same code here, and all else
 * stays. Nothing is removed. `refused` names places in the file; with one of them nothing is imported.
 */
export function planImport(file: LibraryFile, state: LibraryState): PlannedImport {
  const agencies = planAgencies(file, state.agencies)
  const sources = planSources(file, state)
  const library = mergeLibrary(file, state.library, state.addedFields)
  const asked = file.requirements
  const requirements =
    asked === undefined ? null : mergeRequirements(asked, state.requirements, library.merged)
  return {
    entries: [
      ...agencies.entries,
      ...libraryEntries(file, state.library, library),
      ...(asked === undefined || requirements === null
        ? []
        : requirementEntries(asked, state.requirements, requirements)),
      ...sources.entries,
    ],
    refused: [
      ...agencies.refused,
      ...unknownAgencies(file, state),
      ...library.problems,
      ...(requirements?.problems ?? []),
      ...sources.refused,
    ],
    library: library.merged,
    requirements: requirements?.merged ?? state.requirements,
    agencies: agencies.agencies,
    calendars: agencies.calendars,
    sources: sources.sources,
  }
}
