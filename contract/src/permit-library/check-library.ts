import type { MapProblem } from '../permits/status-map-check.ts'
import { foldText } from '../fold-text.ts'
import { visibleText } from '../empty-text.ts'
import { phrase, verbatim } from '../sentence.ts'
import { libraryParts } from '../collections/field.ts'
import type { LibraryPart } from '../collections/field.ts'
import { unseenTexts } from '../unseen-texts.ts'
import { checkAttributes } from './check-attributes.ts'
import type { PermitLibrary } from './permit-library.ts'

/** A name as people read it. */
const namedAs = (label: string): string => foldText(visibleText(label))

const ofTypes = {
  repeatedCode: (code: string) => phrase('Two types have the code {{code}}.', { code }),
  repeatedName: (label: string) => phrase('Two types have the name {{label}}.', { label: verbatim(label) }),
  noneInUse: phrase('Keep at least one type that is not retired.', {}),
}
/** What is said about the entries of a part. */
const sentences: Readonly<Record<LibraryPart, typeof ofTypes>> = {
  permitTypes: ofTypes,
  documentTypes: ofTypes,
  fees: {
    repeatedCode: (code) => phrase('Two fees have the code {{code}}.', { code }),
    repeatedName: (label) => phrase('Two fees have the name {{label}}.', { label: verbatim(label) }),
    noneInUse: phrase('Keep at least one fee that is not retired.', {}),
  },
}

function repeatedIn(library: PermitLibrary, part: LibraryPart): MapProblem[] {
  const rows = library[part]
  const said = sentences[part]
  return rows.flatMap(({ code, label }, at): MapProblem[] => {
    const earlier = rows.slice(0, at)
    const path = `body.${part}.${at}`
    if (earlier.some((row) => row.code === code))
      return [
        {
          path: `${path}.code`,
          code: 'repeated',
          detail: said.repeatedCode(code),
        },
      ]
    return earlier.some((row) => namedAs(row.label) === namedAs(label))
      ? [
          {
            path: `${path}.label`,
            code: 'repeated',
            detail: said.repeatedName(label),
          },
        ]
      : []
  })
}

/**
 * Every reason why `to` cannot follow `from`: a code or name twice in one part, a code that is left out, a
 * part of which nothing can be chosen, and new texts of which nothing can be seen. Records, rules and views
 * name codes, so a code is retired and never removed.
 */
export function checkLibrary(from: PermitLibrary, to: PermitLibrary): MapProblem[] {
  const problems = libraryParts.flatMap((part): MapProblem[] => {
    const codes = new Set(to[part].map(({ code }) => code))
    return [
      ...repeatedIn(to, part),
      ...from[part]
        .filter(({ code }) => !codes.has(code))
        .map(({ code }) => ({
          path: `body.${part}`,
          code: 'required',
          detail: phrase('{{code}} cannot be removed. Retire it instead.', { code }),
        })),
      ...(to[part].every(({ retired }) => retired)
        ? [{ path: `body.${part}`, code: 'required', detail: sentences[part].noneInUse }]
        : []),
    ]
  })
  return [...problems, ...unseenTexts(from, to, 'body'), ...checkAttributes(to)]
}

/** A property of a type or attribute that differs between two libraries, for the audit. */
export interface LibraryChange {
  /** `permitTypes.CURB_CUT.label` */
  field: string
  from: unknown
  to: unknown
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The rows of a part by code; those of attributes by name. */
const rowsOf = (library: PermitLibrary, part: LibraryPart | 'attributes') =>
  new Map(
    library[part].map((row) => [
      'code' in row ? row.code : row.name,
      new Map<string, unknown>(Object.entries(row)),
    ]),
  )

/** The properties that differ, by part and code. What is new or left out is told by its name. */
export function libraryChanges(from: PermitLibrary, to: PermitLibrary): LibraryChange[] {
  return ([...libraryParts, 'attributes'] as const).flatMap((part) => {
    const [before, after] = [rowsOf(from, part), rowsOf(to, part)]
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): LibraryChange[] => {
      const [old, now] = [before.get(key), after.get(key)]
      const field = `${part}.${key}`
      if (old === undefined || now === undefined)
        return [{ field: `${field}.label`, from: old?.get('label') ?? null, to: now?.get('label') ?? null }]
      return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
        isSame(old.get(name), now.get(name))
          ? []
          : [{ field: `${field}.${name}`, from: old.get(name) ?? null, to: now.get(name) ?? null }],
      )
    })
  })
}
