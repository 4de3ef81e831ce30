import { phrase } from '../sentence.ts'
import type { Sayable } from '../sentence.ts'

/**
 * The form of an agency's permit numbers, as an administrator writes it (decision 0165): `#` is a digit, `@`
 * a letter, `*` either, `[...]` may be left out, `{A|B}` is one of them, `\` makes the next character an
 * ordinary one, and everything else stands for itself: `####-###### {BP|EP}`. There is no repetition, so that
 * no pattern can make a check slow.
 */
export interface NumberPattern {
  parts: readonly Part[]
}

type Part =
  | { kind: 'character'; fits: (character: string) => boolean }
  /** One of these sequences; an empty one may be left out. */
  | { kind: 'choice'; branches: readonly (readonly Part[])[] }

export const maxPatternLength = 100
/** The longest number that is compared. Longer ones fit no pattern, since a part takes one character. */
const maxNumberLength = 200
const maxDepth = 4

const isDigit = (character: string) => character >= '0' && character <= '9'
const isLetter = (character: string) => /^[A-Za-z]$/.test(character)
const placeholders: Readonly<Record<string, (character: string) => boolean>> = {
  '#': isDigit,
  '@': isLetter,
  '*': (character) => isDigit(character) || isLetter(character),
}
const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}' }

/** A bracket that is being read, with the sequences in it so far. */
interface Open {
  bracket: string
  branches: Part[][]
}

/** The pattern, or why the text is none. Reads each character once. */
export function parseNumberPattern(text: string): { pattern: NumberPattern } | { fault: string } {
  const fault = (reason: string) => ({ fault: reason })
  if (text.length > maxPatternLength) return fault('is longer than 100 characters')
  const open: Open[] = [{ bracket: '', branches: [[]] }]
  const characters = Array.from(text)
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? ''
    const inner = open.at(-1)
    const sequence = inner?.branches.at(-1)
    if (inner === undefined || sequence === undefined) return fault('closes a bracket that it does not open')
    if (character === '[' || character === '{') {
      if (open.length > maxDepth) return fault('has more than 4 brackets inside each other')
      open.push({ bracket: character, branches: [[]] })
    } else if (character === ']' || character === '}') {
      if (closing[inner.bracket] !== character) return fault('closes a bracket that it does not open')
      open.pop()
      const branches = character === ']' ? [[], ...inner.branches] : inner.branches
      open.at(-1)?.branches.at(-1)?.push({ kind: 'choice', branches })
    } else if (character === '|') {
      if (inner.bracket === '') return fault('has a | outside of { }')
      inner.branches.push([])
    } else if (character === '\\') {
      at += 1
      const literal = characters[at]
      if (literal === undefined) return fault('ends with \\')
      sequence.push({ kind: 'character', fits: (given) => given === literal })
    } else {
      sequence.push({
        kind: 'character',
        fits: placeholders[character] ?? ((given) => given === character),
      })
    }
  }
  if (open.length > 1) return fault('opens a bracket that it does not close')
  return { pattern: { parts: open[0]?.branches[0] ?? [] } }
}

/** Why a text is no pattern, to follow the name of its field; null when it is one. */
export function numberPatternFault(text: string): string | null {
  const parsed = parseNumberPattern(text)
  return 'fault' in parsed ? parsed.fault : null
}

interface Compared {
  characters: readonly string[]
  /** The text ended where the pattern takes another character. */
  ranOut: boolean
}

/**
 * The places in the text that the parts can end at, when they begin at one of `starts`. A part is followed
 * from all places at once, so the work is at most that of pattern length times text length.
 */
function advance(
  parts: readonly Part[],
  starts: ReadonlySet<number>,
  compared: Compared,
): ReadonlySet<number> {
  let places = starts
  for (const part of parts) {
    if (places.size === 0) return places
    const next = new Set<number>()
    if (part.kind === 'choice') {
      for (const branch of part.branches)
        for (const place of advance(branch, places, compared)) next.add(place)
    } else {
      for (const place of places) {
        const character = compared.characters[place]
        if (character === undefined) compared.ranOut = true
        else if (part.fits(character)) next.add(place + 1)
      }
    }
    places = next
  }
  return places
}

/**
 * How a number compares with the pattern: it fits, it is the beginning of one that would (someone is still
 * typing it), or it differs.
 */
export function compareNumber({ parts }: NumberPattern, number: string): 'fits' | 'begins' | 'differs' {
  const compared: Compared = { characters: Array.from(number.slice(0, maxNumberLength + 1)), ranOut: false }
  const ends = advance(parts, new Set([0]), compared)
  if (ends.has(compared.characters.length)) return 'fits'
  return compared.ranOut ? 'begins' : 'differs'
}

/** As `compareNumber`, with the pattern as it is stored; a number fits where there is nothing to compare. */
export function compareWithPattern(pattern: string, number: string): ReturnType<typeof compareNumber> {
  if (pattern === '' || number === '') return 'fits'
  const parsed = parseNumberPattern(pattern)
  return 'fault' in parsed ? 'fits' : compareNumber(parsed.pattern, number)
}

/**
 * What is wrong with the example of a pattern; null when nothing is. Whoever enters a pattern shows by it
 * that the pattern means what they think, and people who type a number see the example.
 */
export function exampleProblem(pattern: unknown, example: unknown): Sayable | null {
  if (typeof pattern !== 'string' || pattern === '') return null
  if (typeof example !== 'string' || example === '')
    return 'Enter an example of a permit number that fits the pattern. People see it as they type.'
  const parsed = parseNumberPattern(pattern)
  return 'pattern' in parsed && compareNumber(parsed.pattern, example) !== 'fits'
    ? phrase('The example {{example}} does not fit the pattern {{pattern}}.', { example, pattern })
    : null
}
