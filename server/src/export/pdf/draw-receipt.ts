import { black, bold, drawRule, endPages, keepTogether, margin, plain, rightOf, startPages } from './page.ts'
import type { NamedLine, PageHeader } from './page.ts'
import { receiptTexts } from './texts.ts'

/** Content of a receipt, as text. */
export interface Receipt extends PageHeader {
  /** Name and amount. The last line is the total. */
  amounts: readonly NamedLine[]
  /** The fees that the payment was allocated to, with name and amount. */
  allocations: readonly NamedLine[]
}

const amountWidth = 120

function drawAmounts(page: PDFKit.PDFDocument, amounts: readonly NamedLine[], total: number): void {
  const right = rightOf(page)
  const width = right - margin - amountWidth
  for (const [place, [name, amount]] of amounts.entries()) {
    page.font(place === total ? bold : plain)
    const y = keepTogether(page, page.heightOfString(name, { width }))
    page.fillColor(black).text(amount, right - amountWidth, y, { width: amountWidth, align: 'right' })
    page.text(name, margin, y, { width, paragraphGap: 4 })
  }
}

/** Draws the receipt as PDF, streamed while it is drawn. */
export async function drawReceipt({
  amounts,
  allocations,
  ...head
}: Receipt): Promise<NodeJS.ReadableStream> {
  const page = await startPages(head)
  drawRule(page)
  drawAmounts(page, amounts, amounts.length - 1)
  if (allocations.length > 0) {
    drawRule(page)
    page
      .font(bold)
      .text(receiptTexts(head.language)('appliedTo'), margin, keepTogether(page, 40), { paragraphGap: 4 })
    drawAmounts(page, allocations, -1)
  }
  return endPages(page, head.heading, head.language)
}
