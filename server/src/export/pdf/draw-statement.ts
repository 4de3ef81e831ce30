import {
  black,
  bold,
  drawRule,
  endPages,
  grey,
  keepTogether,
  margin,
  plain,
  rightOf,
  startPages,
} from './page.ts'
import type { PageHeader } from './page.ts'

/** A row of the table: day, text, charges, payments and balance. */
export type StatementRow = readonly [
  day: string,
  text: string,
  charged: string,
  paid: string,
  balance: string,
]

/** Content of a statement, as text. */
export interface StatementDocument extends PageHeader {
  columns: StatementRow
  /** The balance before the period. */
  opening: StatementRow
  rows: readonly StatementRow[]
  /** The sums, with the balance after the period. */
  closing: StatementRow
}

const widths = { day: 72, amount: 68 }

/** Draws one row. Returns whether it began a page. */
function drawRow(page: PDFKit.PDFDocument, [day, text, ...amounts]: StatementRow): void {
  const right = rightOf(page)
  const width = right - margin - widths.day - 3 * widths.amount - 8
  const y = keepTogether(page, page.heightOfString(text, { width }) + 3)
  page.text(day, margin, y, { width: widths.day })
  for (const [place, amount] of amounts.entries())
    page.text(amount, right - (3 - place) * widths.amount, y, { width: widths.amount, align: 'right' })
  page.text(text, margin + widths.day, y, { width, paragraphGap: 3 })
}

/** Draws the statement as PDF, streamed while it is drawn. The headings repeat on every page. */
export async function drawStatement({
  columns,
  opening,
  rows,
  closing,
  ...head
}: StatementDocument): Promise<NodeJS.ReadableStream> {
  const page = await startPages(head)
  const drawColumns = () => {
    page.font(bold).fontSize(9).fillColor(grey)
    drawRow(page, columns)
    page.font(plain).fontSize(9).fillColor(black)
  }
  drawRule(page)
  drawColumns()
  page.on('pageAdded', drawColumns)
  for (const row of [opening, ...rows]) drawRow(page, row)
  page.off('pageAdded', drawColumns)
  drawRule(page)
  page.font(bold).fontSize(9)
  drawRow(page, closing)
  return endPages(page, head.heading, head.language)
}
