import type { Declaration } from '@portal/contract'
import { moduleOf } from '../../modules/collection-module.ts'

/**
 * What a posting list is about: a word of the search text, a word of the title, or a combination of the
 * counted fields of living records. A list of steps tells where the records stand in the order of a field.
 * Older builds of segments have lists of another kind, `place`, which are not read.
 */
export type PostingKind = 'text' | 'title' | 'standing' | 'step'

/** A record with a longer word stays among those that are read one by one. */
export const maxWordLength = 200

const lettered = /[^0-9]{3}/u

/**
 * Are there posting lists for this word? Only those with three characters in a row that are no digits have
 * them: nearly every record has its own numbers. A word that contains such a word is one as well.
 */
export function isPosted(word: string): boolean {
  return lettered.test(word)
}

/**
 * The fields whose combinations have posting lists: the counted ones but the organization, of which there are
 * many.
 */
export function standingFields({ table }: Pick<Declaration, 'table'>): readonly string[] {
  return moduleOf(table).counters.filter((name) => name !== 'org')
}

/** The fields in whose order there are lists of places. */
export function placedFields({ table }: Pick<Declaration, 'table'>): readonly string[] {
  return moduleOf(table).searchText?.postings?.orders ?? []
}
