import {
  ImportMapping,
  ImportValues,
  Refusal,
  fieldLabel,
  findField,
  hasPrototypeKey,
  invalid,
  refusalOf,
  phrase,
  verbatim,
} from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { guessMapping, importableFields, unmappedRequired } from '@portal/contract/import-mapping'
import { labelsEs } from '@portal/contract/spanish'
import { z } from 'zod'
import { columnOf } from './header-row.ts'
import { readCell, shown } from './read-cells.ts'

/**
 * Source of a field's value: a column by its index, or one value for every row. `values` maps cells to
 * values.
 */
export const Source = z.object({
  field: z.string(),
  header: z.string(),
  column: z.number().nullable(),
  value: z.string(),
  values: z.record(z.string(), z.string()).optional(),
})
export type Source = z.infer<typeof Source>

/** A value given for every row, as cell text. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Maximum depth of a mapping. Processing some thousand levels would overflow the stack. */
const deepestMapping = 32

function isTooDeep(json: string): boolean {
  let [depth, isText] = [0, false]
  for (let at = 0; at < json.length && depth <= deepestMapping; at += 1) {
    const sign = json.charAt(at)
    if (sign === '"') isText = !isText
    else if (isText) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
  }
  return depth > deepestMapping
}

/** Parses a JSON part of the request; null if it is left out. Throws 400. */
function parseJson<Value>(name: string, text: string | undefined, schema: z.ZodType<Value>): Value | null {
  if (text === undefined || text.trim() === '') return null
  if (isTooDeep(text))
    throw invalid(
      name,
      'malformed',
      phrase('{{name}} is nested more than {{deepestMapping}} deep', { name, deepestMapping }),
    )
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalid(name, 'malformed', phrase('{{name}} is not JSON', { name }))
  }
  // The schemas would drop this key silently.
  if (hasPrototypeKey(json))
    throw invalid(
      `${name}.__proto__`,
      'unknown-field',
      phrase('{{name}}.__proto__: there is no field __proto__ to import', { name }),
    )
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw refusalOf(parsed.error, name)
  return parsed.data
}

/** The `mapping` part of the request; null if it is left out. Throws 400. */
export const parseMapping = (text: string | undefined): ImportMapping | null =>
  parseJson('mapping', text, ImportMapping)

/** The `values` part of the request; null if it is left out. Throws 400. */
export const parseValues = (text: string | undefined): ImportValues | null =>
  parseJson('values', text, ImportValues)

/**
 * The cells of one field with their values. Throws 400 for a value that the field does not accept; references
 * are resolved later.
 */
function checkedValues(
  declaration: Declaration,
  field: string,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const declared = findField(declaration, field)
  const pairs = Object.entries(values).map(([cell, value]): [string, string] => [cell.trim(), value.trim()])
  for (const [cell, value] of pairs) {
    if (declared === undefined || declared.to !== undefined || value === '') continue
    const read = readCell(field, declared, value)
    if ('message' in read)
      throw invalid(
        `values.${field}.${cell}`,
        'invalid-value',
        phrase('values.{{field}}: {{cell}} means {{message}}', {
          field,
          cell: shown(cell),
          message: read.message,
        }),
      )
  }
  return Object.fromEntries(pairs)
}

function withValues(
  declaration: Declaration,
  sources: readonly Source[],
  values: ImportValues | null,
): Source[] {
  const unused = Object.keys(values ?? {}).find((field) => !sources.some((source) => source.field === field))
  if (unused !== undefined)
    throw invalid(
      `values.${unused}`,
      'unknown-field',
      phrase('values.{{unused}}: the mapping fills no field {{unused2}}', { unused, unused2: shown(unused) }),
    )
  return sources.map((source) => {
    const own = values !== null && Object.hasOwn(values, source.field) ? values[source.field] : undefined
    return own === undefined ? source : { ...source, values: checkedValues(declaration, source.field, own) }
  })
}

function requireImportable(declaration: Declaration, field: string, isKnown: boolean): void {
  if (isKnown) return
  const path = `mapping.${field}`
  const declared = findField(declaration, field)
  if (declared?.computed === true || declared?.derived === true)
    throw invalid(
      path,
      'computed-field',
      phrase('{{path}}: {{field}} is calculated by the portal and can’t be imported', {
        path,
        field: fieldLabel(field, declared),
      }),
    )
  throw invalid(
    path,
    'unknown-field',
    phrase('{{path}}: {{name}} has no field {{field}} to import', { path, name: declaration.name, field }),
  )
}

/**
 * Combines a mapping (or, without one, a guess) with the headers of the file and the assigned values. Throws
 * 400 naming unknown fields and columns, computed fields, invalid values, and required fields without a
 * column.
 */
export function planImport(
  declaration: Declaration,
  mapping: ImportMapping | null,
  headers: readonly string[],
  values: ImportValues | null = null,
): Source[] {
  const trimmed = headers.map((header) => header.trim())
  const wanted = mapping ?? guessMapping(declaration, trimmed, [], labelsEs)
  const known = new Map(importableFields(declaration))
  const sources = Object.entries(wanted).map(([field, from]): Source => {
    const path = `mapping.${field}`
    requireImportable(declaration, field, known.has(field))
    if (typeof from !== 'string') return { field, header: field, column: null, value: valueText(from.value) }
    const column = columnOf(headers, from)
    if (column < 0)
      throw invalid(
        path,
        'unknown-column',
        phrase('{{path}}: the file has no column {{from}}', { path, from: shown(from) }),
      )
    return { field, header: from.trim(), column, value: '' }
  })
  const missing = unmappedRequired(declaration, wanted)
  if (missing.length > 0) {
    const detail = phrase(
      'No column fills {{missing}}: say in mapping where it comes from. The file’s columns are {{columns}}.',
      { missing: missing.join(', '), columns: verbatim(trimmed.join(', ').slice(0, 1_000)) },
    )
    throw new Refusal('validation-failed', detail, {
      errors: missing.map((name) => ({
        path: `mapping.${name}`,
        code: 'required',
        detail: phrase('{{name}} is required', { name }),
      })),
    })
  }
  return withValues(declaration, sources, values)
}
