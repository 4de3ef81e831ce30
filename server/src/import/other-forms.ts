import { compareWithPattern, findCollection } from '@portal/contract'
import type { FormOf, ImportOtherForm } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { quotedColumn } from '#engine/sql/columns.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { ImportRow } from './insert-rows.ts'

/** Maximum number of rows that are shown for a form. */
const maxExamples = 3
/** Maximum number of forms in a report: one for each agency. */
const maxForms = 100
/** Maximum length of a value in a report. */
const maxValueLength = 100

const Form = z.object({ pid: z.string(), title: z.string(), pattern: z.string(), example: z.string() })

/** The forms that the records with these pids have, by pid. */
async function findForms(
  { deps, trx }: WriteContext,
  { collection, pattern, example }: FormOf,
  pids: readonly string[],
): Promise<Map<string, z.infer<typeof Form>>> {
  const declaration = findCollection(collection)
  if (declaration === undefined || pids.length === 0) return new Map()
  const column = (field: string) => sql.raw(`r.${quotedColumn(field, declaration.fields[field])}`)
  const rows = await run(
    deps.database,
    trx,
    sql`select r.pid, ${column(declaration.titleField)} as title, ${column(pattern)} as pattern, ${column(example)} as example
      from ${sql.table(declaration.table)} r where r.pid = any(${[...pids]}::text[]) and ${column(pattern)} <> '' and ${column(example)} <> ''`,
    Form,
  )
  return new Map(rows.map((form) => [form.pid, form]))
}

/**
 * Values of rows that have another form than the record that they refer to has for them, such as permit
 * numbers of an agency (`formOf` of the field). They are imported all the same.
 */
export async function listOtherForms(
  context: WriteContext,
  rows: readonly ImportRow[],
): Promise<ImportOtherForm[]> {
  const found: ImportOtherForm[] = []
  for (const [field, { formOf }] of Object.entries(context.declaration.fields)) {
    if (formOf === undefined) continue
    const valued = rows.flatMap(({ line, values }) => {
      const [of, value] = [values[formOf.reference], values[field]]
      return typeof of === 'string' && typeof value === 'string' ? [{ of, line, value }] : []
    })
    const forms = await findForms(context, formOf, [...new Set(valued.map(({ of }) => of))])
    for (const { of, line, value } of valued) {
      const form = forms.get(of)
      if (form === undefined || compareWithPattern(form.pattern, value) === 'fits') continue
      const { title, example } = form
      const examples = [{ line, value: value.slice(0, maxValueLength) }]
      found.push({ field, title, example, count: 1, examples })
    }
  }
  return mergedForms([], found)
}

/** Adds the counts of further rows, most frequent first. */
export function mergedForms(
  known: readonly ImportOtherForm[],
  more: readonly ImportOtherForm[],
): ImportOtherForm[] {
  const merged = new Map<string, ImportOtherForm>()
  for (const form of [...known, ...more]) {
    const key = JSON.stringify([form.field, form.title, form.example])
    const before = merged.get(key)
    if (before !== undefined) {
      before.count += form.count
      before.examples = [...before.examples, ...form.examples].slice(0, maxExamples)
    } else if (merged.size < maxForms) merged.set(key, { ...form })
  }
  return [...merged.values()].toSorted((a, other) => other.count - a.count)
}
