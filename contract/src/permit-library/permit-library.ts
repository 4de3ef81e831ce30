import { z } from 'zod'
import type { Declaration } from '../collections/declaration.ts'
import type { LibraryPart, Option } from '../collections/field.ts'
import { documentTypes, feeCodes, permitTypes } from '../permits/code-tables.ts'
import { LibraryAttribute } from './attributes.ts'
import { filledSettingsText, settingsText } from '../query/values.ts'

/** The two families of permits: work on buildings and land, and loads on roads. */
export const permitCategories = ['BUILDING', 'TRANSPORT'] as const
export type PermitCategory = (typeof permitCategories)[number]

export const LibraryCode = z
  .string('is not a code')
  .regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'must be capital letters, digits and _, such as CURB_CUT')

const named = {
  /** Never changes: records, rules, views and files name it. */
  code: LibraryCode,
  label: filledSettingsText(60),
  /** The label in Spanish. Empty or absent: the portal's own, where it has one. */
  labelEs: settingsText(60).optional(),
  /** Records that have it keep it. It cannot be chosen any more. */
  retired: z.boolean(),
}

/** A type of permit that the office works on. */
export const LibraryPermitType = z.strictObject({
  ...named,
  category: z.enum(permitCategories),
  /** Short codes of the authorities that issue it; empty means every authority. */
  authorities: z.array(LibraryCode).max(100),
  /** How many days an issued permit is valid, unless its authority says another day. */
  validDays: z.int().min(1).max(3_650).optional(),
})
export type LibraryPermitType = z.infer<typeof LibraryPermitType>

/** A type of document that authorities ask for. */
export const LibraryDocumentType = z.strictObject(named)
export type LibraryDocumentType = z.infer<typeof LibraryDocumentType>

/** A fee that the office requests from its clients. */
export const LibraryFee = z.strictObject(named)
export type LibraryFee = z.infer<typeof LibraryFee>

const Fees = z.array(LibraryFee).min(1).max(300)
const seedFees: LibraryFee[] = feeCodes.map(({ code, label }) => ({ code, label, retired: false }))

/**
 * The permit types, their attributes, the document types and the fees of an office, in the order in which
 * they are offered.
 */
export const PermitLibrary = z.strictObject({
  permitTypes: z.array(LibraryPermitType).min(1).max(300),
  documentTypes: z.array(LibraryDocumentType).min(1).max(300),
  /** A library that was saved before fees were a part of it has those of the release. */
  fees: Fees.default(seedFees),
  /** Fields of permits that belong to some types. */
  attributes: z.array(LibraryAttribute).max(100).default([]),
})
export type PermitLibrary = z.infer<typeof PermitLibrary>

const transport: ReadonlySet<string> = new Set(['STOS', 'TROS', 'STOW', 'TROW', 'HC', 'LCV', 'RIG'])

const longer: ReadonlySet<string> = new Set(['BUILDING', 'DRIVEWAY'])

/** The library of a new portal: the types that each release brings. */
export const seedLibrary: PermitLibrary = {
  permitTypes: permitTypes.map(({ code, label }) => ({
    code,
    label,
    retired: false,
    category: transport.has(code) ? 'TRANSPORT' : 'BUILDING',
    authorities: [],
    ...(longer.has(code) && { validDays: 180 }),
  })),
  documentTypes: documentTypes.map(({ code, label }) => ({ code, label, retired: false })),
  fees: seedFees,
  attributes: [],
}

/** Validity of a permit whose type says nothing. */
export const usualValidDays = 155

/** The validity of an issued permit in days: of its type, else that of the release. */
export function validDaysOf(
  { permitTypes }: Pick<PermitLibrary, 'permitTypes'>,
  permitType: unknown,
): number {
  const daysIn = (types: PermitLibrary['permitTypes']) =>
    types.find(({ code }) => code === permitType)?.validDays
  return daysIn(permitTypes) ?? daysIn(seedLibrary.permitTypes) ?? usualValidDays
}

const optionsByPart = new WeakMap<PermitLibrary, Map<LibraryPart, readonly Option[]>>()

/** A part of the library as field options. */
export function libraryOptions(library: PermitLibrary, part: LibraryPart): readonly Option[] {
  const known = optionsByPart.get(library) ?? new Map<LibraryPart, readonly Option[]>()
  optionsByPart.set(library, known)
  const options =
    known.get(part) ??
    library[part].map(({ code, label, labelEs, retired }): Option => ({
      code,
      label,
      ...(labelEs !== undefined && labelEs !== '' && { labelEs }),
      ...(retired && { retired }),
    }))
  known.set(part, options)
  return options
}

/** Options that can be chosen. A retired one is offered only where it is the value already. */
export const choosableOptions = <Choice extends Pick<Option, 'code' | 'retired'>>(
  options: readonly Choice[] | undefined,
  current?: unknown,
): readonly Choice[] => (options ?? []).filter(({ code, retired }) => retired !== true || code === current)

const combined = new WeakMap<PermitLibrary, WeakMap<Declaration, Declaration>>()

/**
 * The declaration with the permit types, document types and fees of the library; other declarations are
 * returned unchanged. Cached: the same declaration and library return the same object.
 */
export function withLibrary(declaration: Declaration, library: PermitLibrary): Declaration {
  if (library === seedLibrary) return declaration
  const fields = Object.entries(declaration.fields)
  if (fields.every(([, { library: part }]) => part === undefined)) return declaration
  const known = combined.get(library) ?? new WeakMap<Declaration, Declaration>()
  combined.set(library, known)
  const whole = known.get(declaration) ?? {
    ...declaration,
    fields: Object.fromEntries(
      fields.map(([name, declared]) => [
        name,
        declared.library === undefined
          ? declared
          : { ...declared, options: libraryOptions(library, declared.library) },
      ]),
    ),
  }
  known.set(declaration, whole)
  return whole
}

const Version = z.int().min(0).max(2_147_483_647)

/**
 * Response of `GET /permit-library`: readable by everyone who is signed in. Version 0 is the seed library.
 */
export const PermitLibraryView = z.object({
  version: Version,
  permitTypes: z.array(z.object(LibraryPermitType.shape)),
  documentTypes: z.array(z.object(LibraryDocumentType.shape)),
  fees: z.array(z.object(LibraryFee.shape)).default(seedFees),
  attributes: z.array(LibraryAttribute).default([]),
})
export type PermitLibraryView = z.infer<typeof PermitLibraryView>

/**
 * Body of `PATCH /permit-library`: the whole library with the version it is based on. Pages of before fees
 * were a part of it send none, and those of the office stay.
 */
export const ChangePermitLibrary = PermitLibrary.extend({ version: Version, fees: Fees.optional() })
