import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** A name and what stands beside it. */
export type ReceiptLine = readonly [name: string, value: string]

/** What stands on a receipt, in words. */
export interface Receipt {
  /** Who gives it: the name of the office, then the lines of its address. */
  sender: readonly string[]
  heading: string
  lines: readonly ReceiptLine[]
  /** Name and amount; the last one is the total. */
  amounts: readonly ReceiptLine[]
  /** The fees a payment was allocated to, name and amount. */
  allocations: readonly ReceiptLine[]
  at: Date
}

// Fonts that know more than Latin letters: names are printed as they are written.
const plain = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
const bold = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))
const margin = 56
const nameWidth = 150
const amountWidth = 120
const grey = '#55606e'
const black = '#111'

/** Goes on to the next page where a line would not fit any more: its two parts stay side by side. */
function keepTogether(page: PDFKit.PDFDocument, height: number): number {
  if (page.y + height > page.page.height - margin) page.addPage()
  return page.y
}

function drawRule(page: PDFKit.PDFDocument, right: number): void {
  page.moveDown().moveTo(margin, page.y).lineTo(right, page.y).strokeColor('#c5ccd5').stroke().moveDown()
}

function drawAmounts(page: PDFKit.PDFDocument, amounts: readonly ReceiptLine[], right: number, total: number): void {
  const width = right - margin - amountWidth
  for (const [place, [name, amount]] of amounts.entries()) {
    page.font(place === total ? bold : plain)
    const y = keepTogether(page, page.heightOfString(name, { width }))
    page.fillColor(black).text(amount, right - amountWidth, y, { width: amountWidth, align: 'right' })
    page.text(name, margin, y, { width, paragraphGap: 4 })
  }
}

/** Pages of US Letter with real text, so that a receipt can be searched, copied and read aloud; sent while it is drawn. */
export function drawReceipt({ sender, heading, lines, amounts, allocations, at }: Receipt): NodeJS.ReadableStream {
  const page = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: heading, Author: sender[0] ?? '', Producer: 'Permit Portal', Creator: 'Permit Portal', CreationDate: at },
  })
  const right = page.page.width - margin
  const [office, ...address] = sender
  page
    .font(bold)
    .fontSize(13)
    .fillColor(black)
    .text(office ?? '')
  page.font(plain).fontSize(9.5).fillColor(grey)
  for (const line of address) page.text(line)
  drawRule(page, right)
  page.font(bold).fontSize(18).fillColor(black).text(heading).moveDown()
  page.fontSize(10.5)
  for (const [name, value] of lines) {
    const width = right - margin - nameWidth
    const y = keepTogether(page, page.font(plain).heightOfString(value, { width }))
    page.fillColor(grey).text(name, margin, y, { width: nameWidth })
    page.fillColor(black).text(value, margin + nameWidth, y, { width, paragraphGap: 4 })
  }
  drawRule(page, right)
  drawAmounts(page, amounts, right, amounts.length - 1)
  if (allocations.length > 0) {
    drawRule(page, right)
    page.font(bold).text('Applied to', margin, keepTogether(page, 40), { paragraphGap: 4 })
    drawAmounts(page, allocations, right, -1)
  }
  page.end()
  return page
}
