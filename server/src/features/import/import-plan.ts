import { ImportMapping, Refusal, guessMapping, importableFields, invalid, refusalOf, unmappedRequired } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { z } from 'zod'
import { shown } from './read-cells.ts'

/** Where a field's value comes from: a column by its place, or one value for every row. */
export const Source = z.object({ field: z.string(), header: z.string(), column: z.number().nullable(), value: z.string() })
export type Source = z.infer<typeof Source>

/** What a value given for every row is, as a cell would say it. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Levels of arrays and objects a mapping may have; what is read beyond some thousands overflows the stack. */
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

/** The `mapping` part of the request; null when it is left out. Throws 400. */
export function parseMapping(text: string | undefined): ImportMapping | null {
  if (text === undefined || text.trim() === '') return null
  if (isTooDeep(text)) throw invalid('mapping', 'malformed', `mapping is nested more than ${deepestMapping} deep`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw invalid('mapping', 'malformed', 'mapping is not JSON')
  }
  const parsed = ImportMapping.safeParse(json)
  if (!parsed.success) throw refusalOf(parsed.error, 'mapping')
  return parsed.data
}

/** Joins a mapping (or, without one, a guess) with the headers of the file. Throws 400 naming unknown fields, columns, and required fields without either. */
export function planImport(declaration: Declaration, mapping: ImportMapping | null, headers: readonly string[]): Source[] {
  const trimmed = headers.map((header) => header.trim())
  const wanted = mapping ?? guessMapping(declaration, trimmed)
  const known = new Map(importableFields(declaration))
  const sources = Object.entries(wanted).map(([field, from]): Source => {
    const path = `mapping.${field}`
    if (!known.has(field)) throw invalid(path, 'unknown-field', `${path}: ${declaration.name} has no field ${field} to import`)
    if (typeof from !== 'string') return { field, header: field, column: null, value: valueText(from.value) }
    const column = trimmed.indexOf(from.trim())
    if (column < 0) throw invalid(path, 'unknown-column', `${path}: the file has no column ${shown(from)}`)
    return { field, header: from.trim(), column, value: '' }
  })
  const missing = unmappedRequired(declaration, wanted)
  if (missing.length > 0) {
    const detail = `No column fills ${missing.join(', ')}: say in mapping where it comes from. The file’s columns are ${trimmed.join(', ').slice(0, 1_000)}.`
    throw new Refusal('validation-failed', detail, {
      errors: missing.map((name) => ({ path: `mapping.${name}`, code: 'required', detail: `${name} is required` })),
    })
  }
  return sources
}
