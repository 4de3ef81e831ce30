import { join } from 'node:path'
import { locales } from '@portal/contract'
import type { Language } from '@portal/contract'
import { receiptTexts } from './texts.ts'

/** A name with its value. */
export type NamedLine = readonly [name: string, value: string]

/** DejaVu 2.37: fonts with more than Latin letters, because names can be in any script. */
const fonts = join(import.meta.dirname, 'fonts')
export const plain = join(fonts, 'DejaVuSans.ttf')
export const bold = join(fonts, 'DejaVuSans-Bold.ttf')
/** In points, as all lengths here. */
export const margin = 56
export const grey = '#55606e'
export const black = '#111'
const nameWidth = 150

export interface PageHeader {
  /** The sender: name of the office, then the lines of its address. */
  sender: readonly string[]
  heading: string
  /** Lines below the heading. */
  lines: readonly NamedLine[]
  at: Date
  language: Language
}

/** Right edge of the text. */
export const rightOf = (page: PDFKit.PDFDocument): number => page.page.width - margin

/** Starts a new page if this height does not fit on the current one. Returns the vertical position. */
export function keepTogether(page: PDFKit.PDFDocument, height: number): number {
  if (page.y + height > page.page.height - margin) page.addPage()
  return page.y
}

export function drawRule(page: PDFKit.PDFDocument): void {
  page
    .moveDown()
    .moveTo(margin, page.y)
    .lineTo(rightOf(page), page.y)
    .strokeColor('#c5ccd5')
    .stroke()
    .moveDown()
}

/**
 * Starts a document of US Letter pages with sender, heading and lines. The text is real text, which can be
 * searched, copied and read aloud. The package is loaded with the first document: it takes 7 MB.
 */
export async function startPages({
  sender,
  heading,
  lines,
  at,
  language,
}: PageHeader): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: locales[language],
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: heading,
      Author: sender[0] ?? '',
      Producer: 'Permit Portal',
      Creator: 'Permit Portal',
      CreationDate: at,
    },
  })
  const [office, ...address] = sender
  page
    .font(bold)
    .fontSize(13)
    .fillColor(black)
    .text(office ?? '')
  page.font(plain).fontSize(9.5).fillColor(grey)
  for (const line of address) page.text(line)
  drawRule(page)
  page.font(bold).fontSize(18).fillColor(black).text(heading).moveDown()
  page.fontSize(10.5)
  const width = rightOf(page) - margin - nameWidth
  for (const [name, value] of lines) {
    const y = keepTogether(page, page.font(plain).heightOfString(value, { width }))
    page.fillColor(grey).text(name, margin, y, { width: nameWidth })
    page.fillColor(black).text(value, margin + nameWidth, y, { width, paragraphGap: 4 })
  }
  return page
}

/** Ends the document. Several pages get page numbers and the name of the document. */
export function endPages(
  page: PDFKit.PDFDocument,
  footer: string,
  language: Language,
): NodeJS.ReadableStream {
  const { count } = page.bufferedPageRange()
  for (let each = 0; count > 1 && each < count; each += 1) {
    page.switchToPage(each)
    // The number is below the margin, where text would start a new page.
    page.page.margins.bottom = 0
    page.font(plain).fontSize(8.5).fillColor(grey)
    page.text(
      receiptTexts(language)('page', { footer, page: each + 1, count }),
      margin,
      page.page.height - margin / 2,
      {
        width: rightOf(page) - margin,
        align: 'center',
      },
    )
  }
  page.end()
  return page
}
