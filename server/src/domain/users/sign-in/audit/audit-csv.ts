import { FieldChange, auditKindTexts, auditKinds, csvCell, maskFormulas } from '@portal/contract'
import type { AuditEntry } from '@portal/contract'

const headings = [
  'Time (UTC)',
  'What happened',
  'By',
  'Person',
  'Asking for access',
  'IP address',
  'Browser',
  'Details',
]

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'string') return value
  const title: unknown = typeof value === 'object' ? Reflect.get(value, 'title') : undefined
  return typeof title === 'string' ? title : JSON.stringify(value)
}

const changeText = (change: unknown): string => {
  const { data } = FieldChange.safeParse(change)
  return data === undefined ? textOf(change) : `${data.field} ${textOf(data.from)} → ${textOf(data.to)}`
}

/** The details of an entry, such as `action: update; changes: role team → client`. */
function detailText(detail: AuditEntry['detail']): string {
  const facts = Object.entries(detail).filter(([, value]) => value !== null && value !== '')
  return facts
    .map(
      ([name, value]) =>
        `${name}: ${Array.isArray(value) ? value.map(changeText).join(', ') : textOf(value)}`,
    )
    .join('; ')
}

function kindText(kind: string): string {
  const known = auditKinds.find((each) => each === kind)
  return known === undefined ? kind : auditKindTexts[`kind_${known}`]
}

const toLine = (cells: readonly string[]) =>
  `${cells.map((cell) => csvCell(maskFormulas(cell))).join(',')}\r\n`

/**
 * Audit entries as UTF-8 CSV (RFC 4180) with a header row. Cells are escaped so that none runs as a formula.
 */
export async function* auditCsv(parts: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield toLine(headings)
  for await (const entries of parts) {
    yield entries
      .map(({ at, kind, by, person, asker, address, userAgent, detail }) =>
        toLine([
          at,
          kindText(kind),
          by?.title ?? '',
          person?.title ?? '',
          asker?.title ?? '',
          address ?? '',
          userAgent ?? '',
          detailText(detail),
        ]),
      )
      .join('')
  }
}
