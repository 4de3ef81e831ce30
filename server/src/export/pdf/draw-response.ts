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

/** A comment of the authority with its response, as printed. */
export interface AnsweredComment {
  /** Its number in the cycle, and the sheet or item it is about. */
  title: string
  text: string
  /** Null if there is no response yet. */
  response: string | null
  /** Details of the response: the enclosed file, the time and the author. */
  facts: readonly string[]
}

/** The comments of one discipline. */
export interface CommentGroup {
  /** Empty if no comment of the cycle names a discipline. */
  discipline: string
  comments: readonly AnsweredComment[]
}

/** Content of the response to the comments of a submission cycle, as text. */
export interface ResponseLetter extends PageHeader {
  /** How many comments have a response. */
  summary: string
  groups: readonly CommentGroup[]
}

const indent = 16

/**
 * Height that must fit on one page: the comment and the beginning of its response. Long responses continue on
 * the next page.
 */
function heightOf(page: PDFKit.PDFDocument, { text, response }: AnsweredComment): number {
  const width = rightOf(page) - margin
  page.font(plain).fontSize(10.5)
  return Math.min(
    page.heightOfString(text, { width }) +
      page.heightOfString(response ?? '', { width: width - indent }) +
      60,
    240,
  )
}

function drawComment(page: PDFKit.PDFDocument, comment: AnsweredComment): void {
  const { title, text, response, facts } = comment
  const width = rightOf(page) - margin
  const inner = { width: width - indent, paragraphGap: 3 }
  const y = keepTogether(page, heightOf(page, comment))
  page.font(bold).fillColor(black).text(title, margin, y, { width, paragraphGap: 2 })
  page.font(plain).text(text, margin, page.y, { width, paragraphGap: 4 })
  page
    .font(bold)
    .fillColor(grey)
    .fontSize(9)
    .text('Response', margin + indent, page.y, { width: inner.width })
  page.font(plain).fontSize(10.5)
  page.fillColor(response === null ? grey : black).text(response ?? 'Not answered yet.', inner)
  page.fillColor(grey).fontSize(9)
  for (const fact of facts) page.text(fact, inner)
  page.x = margin
  page.moveDown(0.8)
}

/** Draws the response as PDF, streamed while it is drawn. */
export async function drawResponse({
  summary,
  groups,
  ...head
}: ResponseLetter): Promise<NodeJS.ReadableStream> {
  const page = await startPages(head)
  page.moveDown(0.5).fillColor(grey).text(summary, margin)
  for (const { discipline, comments } of groups) {
    // Keep a heading together with its first comment.
    keepTogether(page, 56 + Math.max(0, ...comments.slice(0, 1).map((first) => heightOf(page, first))))
    drawRule(page)
    if (discipline !== '')
      page.font(bold).fontSize(13).fillColor(black).text(discipline, margin, page.y, { paragraphGap: 6 })
    for (const comment of comments) drawComment(page, comment)
  }
  return endPages(page, head.heading, head.language)
}
