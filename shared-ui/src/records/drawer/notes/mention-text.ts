import { mentionText, noteParts } from '@portal/contract'
import type { Reference } from '@portal/contract'

/** People by the name under which the editor shows them. */
export type PeopleByName = ReadonlyMap<string, string>

/** A stored note as its author edits it: `@[Anna Berg](01J...)` reads `@Anna Berg`. */
export function toEditor(note: string): { text: string; people: PeopleByName } {
  const parts = noteParts(note)
  const mentioned = parts.filter((part) => typeof part !== 'string')
  return {
    text: parts.map((part) => (typeof part === 'string' ? part : `@${part.title}`)).join(''),
    people: new Map(mentioned.map(({ title, pid }) => [title, pid])),
  }
}

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** The edited text as a note: `@` and the name of one of these people becomes a mention again. */
export function fromEditor(text: string, people: PeopleByName): string {
  // A longer name first, so that "Ann Lee" is not taken for "Ann".
  const names = [...people.keys()].toSorted((a, b) => b.length - a.length)
  let note = ''
  for (let index = 0; index < text.length;) {
    const start = index + 1
    const name =
      text[index] === '@'
        ? names.find(
            (candidate) =>
              text.startsWith(candidate, start) && !isWordCharacter(text[start + candidate.length]),
          )
        : undefined
    const pid = name === undefined ? undefined : people.get(name)
    if (name === undefined || pid === undefined) {
      note += text[index]
      index = start
    } else {
      note += mentionText({ pid, title: name })
      index = start + name.length
    }
  }
  return note
}

/** A mention that is being typed: where its `@` is, and what stands between it and the caret. */
export interface TypedMention {
  start: number
  query: string
}

/**
 * The mention before the caret, if one is being typed: at most three words after an `@` that begins a word.
 */
export function typedMention(text: string, caret: number): TypedMention | null {
  const found = /(?:^|[\s(])@((?:[^\s@]+ ){0,2}[^\s@]*)$/u.exec(text.slice(0, caret))
  const query = found?.[1]
  return query === undefined ? null : { start: caret - query.length - 1, query }
}

/** The text with this person in place of the typed mention, and the caret behind it. */
export function withMention(
  text: string,
  { start, query }: TypedMention,
  { title }: Reference,
): { text: string; caret: number } {
  const rest = text.slice(start + 1 + query.length)
  const inserted = `@${title}${rest.startsWith(' ') ? '' : ' '}`
  return { text: text.slice(0, start) + inserted + rest, caret: start + `@${title} `.length }
}
