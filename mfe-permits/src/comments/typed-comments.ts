import {
  disciplines,
  documentTypes,
  maxCorrectionLength,
  maxCorrections,
  splitComments,
} from '@portal/contract'
import type { NewCorrection } from '@portal/contract'

/** A comment as it stands in the form. */
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

/**
 * What is wrong with the text of a row: something stands there without saying what the comment is, or it is
 * too long.
 */
export function problemOf(comment: TypedComment): 'textMissing' | 'textTooLong' | null {
  if (comment.text.trim().length > maxCorrectionLength) return 'textTooLong'
  return !isEmpty(comment) && comment.text.trim() === '' ? 'textMissing' : null
}

/** May these rows be sent as they stand? */
export const areComplete = (comments: readonly TypedComment[]): boolean =>
  comments.every((comment) => problemOf(comment) === null)

/** What was typed as it is sent; rows that were left empty are not. */
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
  /** How many there was no room for. */
  leftOut: number
}

/**
 * The rows with a pasted text in place of the empty row it was pasted into; null where it is one comment,
 * which the input takes itself.
 */
export function withPasted(
  comments: readonly TypedComment[],
  key: number,
  pasted: string,
): PastedComments | null {
  const found = splitComments(pasted)
  const place = comments.findIndex((comment) => comment.key === key)
  const row = comments[place]
  if (found.length < 2 || row === undefined || row.text.trim() !== '') return null
  const next = Math.max(...comments.map((comment) => comment.key)) + 1
  const rows = found.map((comment, at) => ({
    ...row,
    ...comment,
    item: comment.item || row.item,
    discipline: comment.discipline || row.discipline,
    key: next + at,
  }))
  const all = [...comments.slice(0, place), ...rows, ...comments.slice(place + 1)]
  return { rows: all.slice(0, maxCorrections), leftOut: Math.max(0, all.length - maxCorrections) }
}

/** The discipline of a comment in words; empty for none. */
export const disciplineLabel = (code: string | null): string =>
  disciplines.find((each) => each.code === code)?.label ?? code ?? ''
/** A document of the checklist in words. */
export const documentLabel = (code: string): string =>
  documentTypes.find((each) => each.code === code)?.label ?? code
