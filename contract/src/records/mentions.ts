import { z } from 'zod'
import { Reference } from '../ids.ts'
import { NoteVisibility } from './notes.ts'

/** A mention of a person in a note: `@[Anna Berg](01J...)`. Source: contract.md 11.9. */
const mention = /@\[([^[\]\n]{1,200})\]\(([0-9A-HJKMNP-TV-Z]{26})\)/g

/** How many people one note may mention. */
export const maxMentions = 20

/** A part of a note: text, or a mentioned person. */
export type NotePart = string | Reference

/** The parts of a note in order; no text is empty. */
export function noteParts(content: string): NotePart[] {
  const parts: NotePart[] = []
  let end = 0
  for (const found of content.matchAll(mention)) {
    if (found.index > end) parts.push(content.slice(end, found.index))
    parts.push({ title: found[1] ?? '', pid: found[2] ?? '' })
    end = found.index + found[0].length
  }
  if (end < content.length) parts.push(content.slice(end))
  return parts
}

/** The people that a note mentions, each once. */
export function mentionsIn(content: string): Reference[] {
  const people = noteParts(content).filter((part) => typeof part !== 'string')
  return [...new Map(people.map((person) => [person.pid, person])).values()]
}

/** The text of a mention. Characters of its own syntax in a name are replaced. */
export const mentionText = ({ pid, title }: Reference): string =>
  `@[${title.replaceAll(/[[\]\n]/g, ' ')}](${pid})`

/** A note as plain text: a mention is `@Anna Berg`. */
export const plainNote = (content: string): string =>
  noteParts(content)
    .map((part) => (typeof part === 'string' ? part : `@${part.title}`))
    .join('')

/** The note with these names of the mentioned people, by pid. Other mentions stay as they are. */
export const withNames = (content: string, names: ReadonlyMap<string, string>): string =>
  noteParts(content)
    .map((part) =>
      typeof part === 'string' ? part : mentionText({ ...part, title: names.get(part.pid) ?? part.title }),
    )
    .join('')

/** Query of `GET /{collection}/{pid}/mentionable`. */
export const MentionableQuery = z.strictObject({
  /** The beginning of a word of the name; all people if it is empty. */
  searchToken: z.string().max(100).default(''),
  /** Who reads the note. */
  visibility: NoteVisibility.default('INTERNAL'),
})
export type MentionableQuery = z.infer<typeof MentionableQuery>

/** Its response: people who may read the record and the note, best match first. */
export const Mentionable = z.object({ people: z.array(Reference.extend({ hint: z.string() })) })
export type Mentionable = z.infer<typeof Mentionable>
