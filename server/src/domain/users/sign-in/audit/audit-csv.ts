import { FieldChange, auditKinds, csvCell, maskFormulas } from '@portal/contract'
import type { AuditEntry, Language } from '@portal/contract'
import { auditExportTexts } from './texts.ts'

const headings = ['time', 'what', 'by', 'person', 'asker', 'address', 'browser', 'details'] as const
type Say = ReturnType<typeof auditExportTexts>

const textOf = (say: Say, value: unknown): string => {
  if (value === null || value === undefined) return say('none')
  if (typeof value === 'string') return value
  const title: unknown = typeof value === 'object' ? Reflect.get(value, 'title') : undefined
  return typeof title === 'string' ? title : JSON.stringify(value)
}

const changeText = (say: Say, change: unknown): string => {
  const { data } = FieldChange.safeParse(change)
  return data === undefined
    ? textOf(say, change)
    : `${data.field} ${textOf(say, data.from)} → ${textOf(say, data.to)}`
}

/** The details of an entry, such as `action: update; changes: role team → client`. */
function detailText(say: Say, detail: AuditEntry['detail']): string {
  const facts = Object.entries(detail).filter(([, value]) => value !== null && value !== '')
  return facts
    .map(
      ([name, value]) =>
        `${name}: ${Array.isArray(value) ? value.map((change: unknown) => changeText(say, change)).join(', ') : textOf(say, value)}`,
    )
    .join('; ')
}

function kindText(say: Say, kind: string): string {
  const known = auditKinds.find((each) => each === kind)
  return known === undefined ? kind : say(`kind_${known}`)
}

const toLine = (cells: readonly string[]) =>
  `${cells.map((cell) => csvCell(maskFormulas(cell))).join(',')}\r\n`

/**
 * Audit entries as UTF-8 CSV (RFC 4180) with a header row, in the language of the reader. Cells are escaped so that none runs as a formula.
 */
export async function* auditCsv(
  parts: AsyncIterable<readonly AuditEntry[]>,
  language: Language,
): AsyncGenerator<string> {
  const say = auditExportTexts(language)
  yield toLine(headings.map((heading) => say(heading)))
  for await (const entries of parts) {
    yield entries
      .map(({ at, kind, by, person, asker, address, userAgent, detail }) =>
        toLine([
          at,
          kindText(say, kind),
          by?.title ?? '',
          person?.title ?? '',
          asker?.title ?? '',
          address ?? '',
          userAgent ?? '',
          detailText(say, detail),
        ]),
      )
      .join('')
  }
}
