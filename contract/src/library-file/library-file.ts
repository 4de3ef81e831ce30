import { z } from 'zod'
import { NewAuthoritySource } from '../authority-feeds/sources.ts'
import { submissionChannels } from '../permits/channels.ts'
import { maxPatternLength } from '../permits/number-pattern.ts'
import { LibraryAttribute } from '../permit-library/attributes.ts'
import { LibraryDocumentType, LibraryFee, LibraryPermitType } from '../permit-library/permit-library.ts'
import { filledText } from '../query/values.ts'
import { Requirements } from '../requirements/requirements.ts'
import { AgencyCalendar } from '../working-calendar/calendar-schema.ts'

/** Name and version of the file format, so that another program knows what it reads. */
export const libraryFormat = 'permit-portal/library/1'

/** The largest file that an import takes: with the rest of the call it must fit into one request. */
export const maxLibraryFileBytes = 1_000_000

const ShortCode = z
  .string('is not a code')
  .regex(/^[A-Z0-9_]{1,60}$/, 'may only have capital letters, digits and underscores')

/** An agency with what the office needs to reach it. What is left out is not changed by an import. */
export const FileAgency = z.strictObject({
  shortCode: ShortCode,
  name: filledText(500),
  region: filledText(500).optional(),
  portalLink: filledText(1_000).optional(),
  phone: filledText(100).optional(),
  email: filledText(254).optional(),
  officeHours: filledText(500).optional(),
  remarks: filledText(10_000).optional(),
  /** How one submits, with the addresses. */
  channels: z.array(z.enum(submissionChannels)).max(200).optional(),
  submissionLink: filledText(1_000).optional(),
  submissionEmail: filledText(254).optional(),
  counterAddress: filledText(1_000).optional(),
  mailingAddress: filledText(1_000).optional(),
  /**
   * The form of its permit numbers, such as `####-###### {BP|EP}` (decision 0165), and a number of this form.
   */
  numberPattern: filledText(maxPatternLength).optional(),
  numberExample: filledText(1_000).optional(),
  /** Working hours and days off where they differ from those of the office. */
  calendar: AgencyCalendar.optional(),
})
export type FileAgency = z.infer<typeof FileAgency>

const { dialect, address, dataset, fields, statuses, intervalMinutes, staleAfterDays, discovers } =
  NewAuthoritySource.shape

/** A feed without its token. `authority` is a short code. */
export const FileSource = z.strictObject({
  authority: ShortCode,
  dialect,
  address,
  dataset,
  fields,
  statuses,
  intervalMinutes,
  staleAfterDays,
  discovers,
})
export type FileSource = z.infer<typeof FileSource>

/**
 * The library of an office as one file: agencies, permit types with their details, document types, fees, the
 * requirements in force, and feeds. Every part may be left out.
 */
export const LibraryFile = z.strictObject({
  $schema: z.string().max(500).optional(),
  format: z.literal(libraryFormat),
  name: filledText(120).optional(),
  nameEs: filledText(120).optional(),
  description: filledText(1_000).optional(),
  descriptionEs: filledText(1_000).optional(),
  agencies: z.array(FileAgency).max(500).default([]),
  permitTypes: z.array(LibraryPermitType).max(300).default([]),
  documentTypes: z.array(LibraryDocumentType).max(300).default([]),
  fees: z.array(LibraryFee).max(300).default([]),
  attributes: z.array(LibraryAttribute).max(100).default([]),
  requirements: Requirements.optional(),
  sources: z.array(FileSource).max(100).default([]),
})
export type LibraryFile = z.infer<typeof LibraryFile>

/** The JSON schema of the file, made from the schema that an import uses. */
export const libraryFileSchema = (): Record<string, unknown> => ({
  title: 'Permit library',
  description: 'Agencies, permit types, document types, fees, requirements and feeds of a permit office.',
  // Texts are trimmed after they are checked; the schema says what a file may have.
  ...z.toJSONSchema(LibraryFile, { io: 'input', unrepresentable: 'any' }),
})

/** Response of `GET /permit-library/schema`. */
export const LibraryFileSchema = z.record(z.string(), z.unknown())

/** What an entry of a file is. */
const fileParts = [
  'agencies',
  'permitTypes',
  'documentTypes',
  'fees',
  'attributes',
  'rules',
  'conditions',
  'clientConditions',
  'sources',
] as const
export const FilePart = z.enum(fileParts)
export type FilePart = z.infer<typeof FilePart>

/** What an import does with an entry of the file. */
export const FileEntry = z.object({
  part: FilePart,
  /** Code, name of a detail, rule (`AGENCY TYPE` and its condition), or address of a feed. */
  key: z.string(),
  label: z.string(),
  labelEs: z.string().optional(),
  action: z.enum(['created', 'changed', 'unchanged']),
  /** The properties that change; empty for what is created. */
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
})
export type FileEntry = z.infer<typeof FileEntry>

/**
 * Response of `POST /permit-library/preview` and `POST /permit-library/import`: what an import does with each
 * entry of the file, and why it is refused. A file with one refusal is not imported at all.
 */
export const LibraryImportPlan = z.object({
  /** Names this plan. The import takes it, so that nothing else happens than what was shown. */
  seen: z.string(),
  entries: z.array(FileEntry),
  /** `path` is a place in the file, such as `permitTypes.3.label`. */
  refused: z.array(z.object({ path: z.string(), detail: z.string() })),
  /** Do the requirements of the file change the draft, which an administrator publishes afterwards? */
  hasDraft: z.boolean(),
})
export type LibraryImportPlan = z.infer<typeof LibraryImportPlan>

/**
 * Body of `POST /permit-library/preview`. The file is parsed on its own, so that its problems have its paths.
 */
export const PreviewLibraryFile = z.strictObject({ file: z.unknown() })
/** Body of `POST /permit-library/import`. */
export const ImportLibraryFile = z.strictObject({ file: z.unknown(), seen: z.string().max(100) })

/** Query of `GET /permit-library/file`. */
export const LibraryFileQuery = z.strictObject({ sources: z.boolean().default(false) })

/** Response of `GET /permit-library/packs`: files that come with the portal. */
export const LibraryPacks = z.object({
  packs: z.array(z.object({ key: z.string(), name: z.string(), description: z.string() })),
})
export type LibraryPacks = z.infer<typeof LibraryPacks>
