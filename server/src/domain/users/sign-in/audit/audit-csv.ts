import { FieldChange, auditKinds, csvCell, maskFormulas } from '@portal/contract'
import type { AuditEntry, Language } from '@portal/contract'
import { localize } from '#platform/language/localize.ts'
import { withMessages } from './audit.queries.ts'
import { auditExportTexts, en } from './texts.ts'

const headings = ['time', 'what', 'by', 'person', 'asker', 'address', 'browser', 'details'] as const
type Say = ReturnType<typeof auditExportTexts>

const isKey = (key: string): key is keyof typeof en => Object.hasOwn(en, key)

/** The words of a name or code with the code beside them, such as `Action (action)`; else the code alone. */
function withCode(say: Say, prefix: 'detail' | 'value', code: string): string {
  const key = `${prefix}_${code}`
  if (!isKey(key)) return code
  const words = say(key)
  return words === code ? code : `${words} (${code})`
}

/** Details whose values people typed or that are names: no word is looked up for them. */
const typed: ReadonlySet<string> = new Set(['email', 'label', 'mailbox', 'name', 'path', 'summary', 'token'])

function textOf(say: Say, name: string, value: unknown): string {
  if (value === null || value === undefined) return say('none')
  if (typeof value === 'boolean') return say(value ? 'value_true' : 'value_false')
  if (typeof value === 'string') return typed.has(name) ? value : withCode(say, 'value', value)
  const title: unknown = typeof value === 'object' ? Reflect.get(value, 'title') : undefined
  return typeof title === 'string' ? title : JSON.stringify(value)
}

function changeText(say: Say, name: string, change: unknown): string {
  const { data } = FieldChange.safeParse(change)
  return data === undefined
    ? textOf(say, name, change)
    : `${withCode(say, 'detail', data.field)} ${textOf(say, data.field, data.from)} → ${textOf(say, data.field, data.to)}`
}

/**
 * The details of an entry, such as `Action (action): changed (update); Changes (changes): Role (role) Team
 * (team) → Client (client)`.
 */
function detailText(say: Say, detail: AuditEntry['detail']): string {
  const facts = Object.entries(detail).filter(([, value]) => value !== null && value !== '')
  return facts
    .map(([name, value]) => {
      const text = Array.isArray(value)
        ? value.map((change: unknown) => changeText(say, name, change)).join(', ')
        : textOf(say, name, value)
      return `${withCode(say, 'detail', name)}: ${text}`
    })
    .join('; ')
}

function kindText(say: Say, kind: string): string {
  const known = auditKinds.find((auditKind) => auditKind === kind)
  return known === undefined ? kind : say(`kind_${known}`)
}

const toLine = (cells: readonly string[]) =>
  `${cells.map((cell) => csvCell(maskFormulas(cell))).join(',')}\r\n`

/**
 * Audit entries as UTF-8 CSV (RFC 4180) with a header row, in the language of the reader. Cells are escaped
 * so that none runs as a formula.
 */
export async function* auditCsv(
  parts: AsyncIterable<readonly AuditEntry[]>,
  language: Language,
): AsyncGenerator<string> {
  const [say, read] = [auditExportTexts(language), localize(language)]
  yield toLine(headings.map((heading) => say(heading)))
  for await (const entries of parts) {
    yield entries
      .map((entry) => withMessages(entry, read))
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
