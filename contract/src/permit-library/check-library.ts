import type { MapProblem } from '../permits/status-map-check.ts'
import { foldText } from '../fold-text.ts'
import { phrase, verbatim } from '../sentence.ts'
import { libraryParts } from '../collections/field.ts'
import type { LibraryPart } from '../collections/field.ts'
import type { PermitLibrary } from './permit-library.ts'

function repeatedIn(library: PermitLibrary, part: LibraryPart): MapProblem[] {
  const rows = library[part]
  return rows.flatMap(({ code, label }, at): MapProblem[] => {
    const earlier = rows.slice(0, at)
    const path = `body.${part}.${at}`
    if (earlier.some((row) => row.code === code))
      return [
        {
          path: `${path}.code`,
          code: 'repeated',
          detail: phrase('Two types have the code {{code}}.', { code }),
        },
      ]
    return earlier.some((row) => foldText(row.label) === foldText(label))
      ? [
          {
            path: `${path}.label`,
            code: 'repeated',
            detail: phrase('Two types have the name {{label}}.', { label: verbatim(label) }),
          },
        ]
      : []
  })
}

/**
 * Every reason why `to` cannot follow `from`: a code or name twice in one part, a code that is left out, and a
 * part of which nothing can be chosen. Records, rules and views name codes, so a code is retired and never
 * removed.
 */
export function checkLibrary(from: PermitLibrary, to: PermitLibrary): MapProblem[] {
  return libraryParts.flatMap((part): MapProblem[] => {
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
        ? [{ path: `body.${part}`, code: 'required', detail: 'Keep at least one type that is not retired.' }]
        : []),
    ]
  })
}

/** A property of a type that differs between two libraries, for the audit. */
export interface LibraryChange {
  /** `permitTypes.CURB_CUT.label` */
  field: string
  from: unknown
  to: unknown
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The properties that differ, by part and code. A new type is told by its name. */
export function libraryChanges(from: PermitLibrary, to: PermitLibrary): LibraryChange[] {
  return libraryParts.flatMap((part) => {
    const before = new Map(from[part].map((row) => [row.code, new Map<string, unknown>(Object.entries(row))]))
    return to[part].flatMap((row): LibraryChange[] => {
      const old = before.get(row.code)
      if (old === undefined) return [{ field: `${part}.${row.code}.label`, from: null, to: row.label }]
      return Object.entries(row).flatMap(([name, value]) =>
        isSame(old.get(name), value)
          ? []
          : [{ field: `${part}.${row.code}.${name}`, from: old.get(name) ?? null, to: value }],
      )
    })
  })
}
