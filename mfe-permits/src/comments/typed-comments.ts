import { disciplines, maxCorrectionLength, maxCorrections, splitComments } from '@portal/contract'
import type { NewCorrection } from '@portal/contract'
import { screenLabelIn } from '@portal/shared-ui'

/** A comment as entered in the form. */
export interface TypedComment {
  key: number
  text: string
  item: string
  discipline: string
  documents: readonly string[]
  dueDate: string
  forClient: boolean
}

export const emptyComment = (key: number): TypedComment => ({
  key,
  text: '',
  item: '',
  discipline: '',
  documents: [],
  dueDate: '',
  forClient: false,
})

const isEmpty = ({ text, item, discipline, documents, dueDate, forClient }: TypedComment) =>
  text.trim() === '' &&
  item.trim() === '' &&
  discipline === '' &&
  documents.length === 0 &&
  dueDate === '' &&
  !forClient

/** The error in a row: its text is missing although other fields are filled in, or it is too long. */
export function problemOf(comment: TypedComment): 'textMissing' | 'textTooLong' | null {
  if (comment.text.trim().length > maxCorrectionLength) return 'textTooLong'
  return !isEmpty(comment) && comment.text.trim() === '' ? 'textMissing' : null
}

/** Whether these rows can be sent. */
export const areComplete = (comments: readonly TypedComment[]): boolean =>
  comments.every((comment) => problemOf(comment) === null)

/** The entered comments in the form a request sends, without empty rows. */
export function newCorrections(comments: readonly TypedComment[]): NewCorrection[] {
  return comments
    .filter((comment) => !isEmpty(comment))
    .map(({ text, item, discipline, documents, dueDate, forClient }) => ({
      text: text.trim(),
      ...(item.trim() !== '' && { item: item.trim() }),
      ...(discipline !== '' && { discipline }),
      ...(documents.length > 0 && { documents: [...documents] }),
      ...(dueDate !== '' && { dueDate }),
      ...(forClient && { forClient }),
    }))
}

export interface PastedComments {
  rows: TypedComment[]
  /** Number of comments that exceeded the limit. */
  leftOut: number
}

/**
 * The rows with a pasted list in place of the empty row it was pasted into; null for a single comment, which
 * the input handles itself.
 */
export function withPasted(
  comments: readonly TypedComment[],
  key: number,
  pasted: string,
): PastedComments | null {
  const found = splitComments(pasted)
  const index = comments.findIndex((comment) => comment.key === key)
  const row = comments[index]
  if (found.length < 2 || row === undefined || row.text.trim() !== '') return null
  const next = Math.max(...comments.map((comment) => comment.key)) + 1
  const rows = found.map((comment, at) => ({
    ...row,
    ...comment,
    item: comment.item || row.item,
    discipline: comment.discipline || row.discipline,
    key: next + at,
  }))
  const all = [...comments.slice(0, index), ...rows, ...comments.slice(index + 1)]
  return { rows: all.slice(0, maxCorrections), leftOut: Math.max(0, all.length - maxCorrections) }
}

/** The label of a comment's discipline; empty when there is none. */
export const disciplineLabel = (code: string | null): string => screenLabelIn(disciplines, code) ?? code ?? ''
