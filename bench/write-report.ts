import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Replaces the report between the markers of a benchmark in bench/README.md. Throws when the markers are
 * missing.
 */
export function writeReport(bench: string, report: string): void {
  const page = join(import.meta.dirname, 'README.md')
  const marks = new RegExp(`(<!-- ${bench} -->)[\\s\\S]*?(<!-- /${bench} -->)`)
  const text = readFileSync(page, 'utf8')
  if (!marks.test(text)) throw new Error(`bench/README.md has no place for the report of ${bench}`)
  writeFileSync(
    page,
    text.replace(marks, (_all, open: string, close: string) => `${open}\n\n${report}\n\n${close}`),
  )
}
