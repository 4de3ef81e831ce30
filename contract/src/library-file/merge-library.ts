import { checkLibrary } from '../permit-library/check-library.ts'
import type { LibraryAttribute } from '../permit-library/attributes.ts'
import { PermitLibrary } from '../permit-library/permit-library.ts'
import type { MapProblem } from '../permits/status-map-check.ts'
import { issueSentence } from '../problem.ts'
import { checkRequirements, isSameRule, ruleKey } from '../requirements/check-requirements.ts'
import { Requirements } from '../requirements/requirements.ts'
import { phrase } from '../sentence.ts'
import { unseenTexts } from '../unseen-texts.ts'
import type { LibraryFile } from './library-file.ts'

/** A field that somebody added to permits. */
export interface AddedFieldFacts {
  name: string
  type: string
  options: readonly string[] | null
  isRemoved: boolean
}

export interface MergeResult<Whole> {
  merged: Whole
  /** Why it cannot be used; paths are places in the file. */
  problems: MapProblem[]
}

interface MergedRows<Row> {
  rows: Row[]
  /** The place in the file of each row; undefined for one that the file does not have. */
  places: (number | undefined)[]
}

/**
 * Rows of the office, each replaced by the row of the file with the same key, then the new ones. A key that
 * the file has twice stays twice, so that the check of the whole refuses it.
 */
function mergeRows<Row>(
  own: readonly Row[],
  given: readonly Row[],
  keyOf: (row: Row) => string,
  mergeRow: (own: Row, given: Row) => Row = (_, row) => row,
): MergedRows<Row> {
  const places = new Map<string, number>()
  const extra: number[] = []
  for (const [at, row] of given.entries()) {
    const key = keyOf(row)
    const isOwn = own.some((each) => keyOf(each) === key)
    if (isOwn && !places.has(key)) places.set(key, at)
    else extra.push(at)
  }
  const kept = own.map((row): [Row, number | undefined] => {
    const at = places.get(keyOf(row))
    const replacing = at === undefined ? undefined : given[at]
    return [replacing === undefined ? row : mergeRow(row, replacing), at]
  })
  const added = extra.flatMap((at): [Row, number | undefined][] => {
    const row = given[at]
    return row === undefined ? [] : [[row, at]]
  })
  const all = [...kept, ...added]
  return { rows: all.map(([row]) => row), places: all.map(([, at]) => at) }
}

/** Paths in the merged whole, such as `body.permitTypes.18.code`, as places in the file below `root`. */
const placedIn =
  (places: Readonly<Record<string, readonly (number | undefined)[]>>, prefix: string, root = '') =>
  ({ path, code, detail }: MapProblem): MapProblem => {
    const [part = '', row = '', ...rest] = path.slice(prefix.length).split('.')
    const at = places[part]?.[Number(row)]
    const place = `${root}${at === undefined ? part : [part, at, ...rest].join('.')}`
    // Some sentences name the path.
    const isPhrase = typeof detail === 'object' && 'template' in detail && 'path' in detail.values
    return {
      path: place,
      code,
      detail: isPhrase ? phrase(detail.template, { ...detail.values, path: place }) : detail,
    }
  }

/**
 * A detail that the office has keeps its name, kind, values, unit and who sees it, as its field does
 * (decision 0141). Its Spanish texts stay where the file has none.
 */
const mergeAttribute = (
  own: LibraryAttribute,
  { labelEs, unitEs, optionsEs, ...given }: LibraryAttribute,
): LibraryAttribute => ({
  ...own,
  ...(labelEs !== undefined && { labelEs }),
  ...(unitEs !== undefined && { unitEs }),
  ...(optionsEs !== undefined && { optionsEs }),
  permitTypes: given.permitTypes,
  shownWhen: given.shownWhen,
  requiredWhen: given.requiredWhen,
})

const maxAddedFields = 100

/** Details whose fields cannot be added: another kind has the name, or a removed field has it. */
function fieldProblems(
  file: LibraryFile,
  { attributes }: PermitLibrary,
  fields: readonly AddedFieldFacts[],
): MapProblem[] {
  const known = new Map(fields.map((field) => [field.name, field]))
  const problems = file.attributes.flatMap(({ name, type, options }, at): MapProblem[] => {
    const field = known.get(name)
    if (field === undefined) return []
    if (field.isRemoved && attributes.every((each) => each.name !== name))
      return [
        {
          path: `attributes.${at}.name`,
          code: 'duplicate',
          detail: phrase(
            'There is a field {{name}} already, or one that was removed: restore it in Settings, Columns, or choose another name.',
            { name },
          ),
        },
      ]
    const isSame =
      field.type === type && JSON.stringify(field.options ?? []) === JSON.stringify(options ?? [])
    return isSame
      ? []
      : [
          {
            path: `attributes.${at}.type`,
            code: 'wrong-type',
            detail: phrase('There is a field {{name}} of another kind. Choose another name.', { name }),
          },
        ]
  })
  const added = file.attributes.filter(({ name }) => !known.has(name)).length
  const active = fields.filter(({ isRemoved }) => !isRemoved).length
  return added === 0 || active + added <= maxAddedFields
    ? problems
    : [
        ...problems,
        {
          path: 'attributes',
          code: 'duplicate',
          detail: phrase('A collection can have up to {{mostFields}} custom fields.', {
            mostFields: maxAddedFields,
          }),
        },
      ]
}

/** The library of the office with that of the file. */
export function mergeLibrary(
  file: LibraryFile,
  own: PermitLibrary,
  fields: readonly AddedFieldFacts[],
): MergeResult<PermitLibrary> {
  const byCode = ({ code }: { code: string }) => code
  const permitTypes = mergeRows(own.permitTypes, file.permitTypes, byCode)
  const documentTypes = mergeRows(own.documentTypes, file.documentTypes, byCode)
  const fees = mergeRows(own.fees, file.fees, byCode)
  const attributes = mergeRows(own.attributes, file.attributes, ({ name }) => name, mergeAttribute)
  const merged: PermitLibrary = {
    permitTypes: permitTypes.rows,
    documentTypes: documentTypes.rows,
    fees: fees.rows,
    attributes: attributes.rows,
  }
  const whole = PermitLibrary.safeParse(merged)
  const tooMany = whole.success
    ? []
    : whole.error.issues.map((issue) => ({
        path: String(issue.path[0] ?? ''),
        code: issue.code,
        detail: issueSentence(issue),
      }))
  const places = {
    permitTypes: permitTypes.places,
    documentTypes: documentTypes.places,
    fees: fees.places,
    attributes: attributes.places,
  }
  return {
    merged,
    problems: [
      ...tooMany,
      ...checkLibrary(own, merged).map(placedIn(places, 'body.')),
      ...fieldProblems(file, own, fields),
    ],
  }
}

/** The requirements of the office with those of the file. `library` is the one after the import. */
export function mergeRequirements(
  given: Requirements,
  own: Requirements,
  library: PermitLibrary,
): MergeResult<Requirements> {
  const rules = mergeRows(own.rules, given.rules, ruleKey, (known, rule) =>
    isSameRule(known, rule) ? known : rule,
  )
  const conditions = mergeRows(own.conditions, given.conditions, ({ code }) => code)
  const clients = given.clientConditions.filter((code) => !own.clientConditions.includes(code))
  const merged: Requirements = {
    rules: rules.rows,
    conditions: conditions.rows,
    clientConditions: [...own.clientConditions, ...new Set(clients)],
  }
  const whole = Requirements.safeParse(merged)
  const tooMany = whole.success
    ? []
    : whole.error.issues.map((issue) => ({
        path: ['requirements', issue.path[0] ?? ''].join('.'),
        code: issue.code,
        detail: issueSentence(issue),
      }))
  const place = placedIn(
    { rules: rules.places, conditions: conditions.places },
    'body.requirements.',
    'requirements.',
  )
  const problems = [...checkRequirements(merged, library), ...unseenTexts(own, merged, 'body.requirements')]
  return { merged, problems: [...tooMany, ...problems.map(place)] }
}
