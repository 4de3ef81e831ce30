import { csvCell, maskFormulas } from '@portal/contract'
import type { Correction } from '@portal/contract'
import { formatDay, formatMomentDay } from '@portal/shared-ui'
import { disciplineLabel } from '../../comments/typed-comments.ts'
import { t } from './texts.ts'

const columns = [
  'number',
  'item',
  'discipline',
  'comment',
  'response',
  'status',
  'file',
  'answered',
  'due',
] as const

/** Marks the file as UTF-8 for spreadsheet programs. */
const byteOrderMark = '\uFEFF'

/** The comments of a cycle with their responses, as a CSV table for the authority. */
export function responseSheet(corrections: readonly Correction[]): string {
  const rows = corrections.map(
    ({ item, discipline, text, response, status, file, answeredAt, dueDate }, index) => [
      String(index + 1),
      item ?? '',
      disciplineLabel(discipline),
      text,
      response ?? '',
      t(`status_${status}`),
      file?.title ?? '',
      answeredAt === null ? '' : formatMomentDay(answeredAt),
      dueDate === null ? '' : formatDay(dueDate),
    ],
  )
  const lines = [columns.map((name) => t(`column_${name}`)), ...rows].map((cells) =>
    cells.map((cell) => csvCell(maskFormulas(cell))).join(','),
  )
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`
}
