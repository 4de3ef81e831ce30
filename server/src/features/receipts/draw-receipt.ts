import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** What stands on a receipt, in words. */
export interface Receipt {
  heading: string
  /** Name and value, line by line. */
  lines: readonly (readonly [name: string, value: string])[]
  /** Name and amount; the last one is the total. */
  amounts: readonly (readonly [name: string, amount: string])[]
  at: Date
}

// Fonts that know more than Latin letters: names are printed as they are written.
const plain = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
const bold = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))
const margin = 56
const nameWidth = 150

/** One A4 page of real text, so that a receipt can be searched, copied and read aloud; sent while it is drawn. */
export function drawReceipt({ heading, lines, amounts, at }: Receipt): NodeJS.ReadableStream {
  const page = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'en',
    displayTitle: true,
    info: { Title: heading, Producer: 'Permit Portal', Creator: 'Permit Portal', CreationDate: at },
  })
  const right = page.page.width - margin
  page.font(bold).fontSize(18).text(heading).moveDown()
  page.fontSize(10.5)
  for (const [name, value] of lines) {
    const { y } = page
    page.font(plain).fillColor('#55606e').text(name, margin, y, { width: nameWidth })
    page.fillColor('#111').text(value, margin + nameWidth, y, { width: right - margin - nameWidth, paragraphGap: 4 })
  }
  page.moveDown().moveTo(margin, page.y).lineTo(right, page.y).strokeColor('#c5ccd5').stroke().moveDown()
  for (const [place, [name, amount]] of amounts.entries()) {
    const { y } = page
    page.font(place === amounts.length - 1 ? bold : plain).text(name, margin, y, { width: nameWidth * 2 })
    page.text(amount, margin, y, { width: right - margin, align: 'right', paragraphGap: 4 })
  }
  page.end()
  return page
}
