import { z } from 'zod'
import { hasOrgRole } from '../access/org-roles.ts'
import { optionsOf } from '../collections/field.ts'
import { storableText } from '../query/values.ts'
import { isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'
import { LocalDate } from '../time.ts'
import { LibraryCode } from '../permit-library/permit-library.ts'

/** Plan review disciplines, by which an authority groups its comments. */
export const disciplines = optionsOf([
  'BUILDING',
  'ELECTRICAL',
  'PLUMBING',
  'MECHANICAL',
  'STRUCTURAL',
  'FIRE',
  'ZONING',
  'CIVIL',
  'ACCESSIBILITY',
  'HEALTH',
  'OTHER',
])

/**
 * Status of a comment. ANSWERED: it has a response. DONE: the office has included the response in the
 * package.
 */
export const correctionStatuses = ['OPEN', 'ANSWERED', 'DONE'] as const

const disciplineCodes: string[] = disciplines.map(({ code }) => code)

/** Maximum number of comments per call and per submission cycle. */
export const maxCorrections = 200
/** Maximum length of a comment and of a response. */
export const maxCorrectionLength = 4_000

const said = (longest: number) => storableText(longest).refine((text) => text !== '', 'says nothing')
const item = storableText(100).nullish()
/** Codes of document types. Which there are is checked with the library of the office. */
const documents = z.array(LibraryCode).max(100).nullish()

/** A new comment of an authority. */
export const NewCorrection = z.strictObject({
  text: said(maxCorrectionLength),
  /** The item or sheet it refers to, for example `A-101`. */
  item,
  discipline: z.enum(disciplineCodes).nullish(),
  /** Checklist documents it refers to. They must be submitted again. */
  documents,
  dueDate: LocalDate.nullish(),
  /** Whether the client must answer it. Clients see only these comments. */
  forClient: z.boolean().optional(),
})
export type NewCorrection = z.infer<typeof NewCorrection>

export const NewCorrectionList = z.array(NewCorrection).max(maxCorrections)

/**
 * Body of `POST /permits/{pid}/corrections`: additional comments of the current cycle. Answers 201 with the
 * body of GET.
 */
export const NewCorrections = z.strictObject({ comments: NewCorrectionList.min(1) })

/**
 * Body of `PATCH /permits/{pid}/corrections/{correction}`. A response answers the comment; an empty response
 * reopens it. `version` is the version that the caller saw. Clients may only send `response`, `file` and
 * `version`.
 */
export const CorrectionPatch = z.strictObject({
  version: z.int().min(1).max(2_147_483_647).optional(),
  response: storableText(maxCorrectionLength).nullish(),
  file: z.string().min(1).max(64).nullish(),
  status: z.enum(correctionStatuses).optional(),
  text: said(maxCorrectionLength).optional(),
  item: item.optional(),
  discipline: z.enum(disciplineCodes).nullish(),
  /** Added documents must be submitted again. Removing a document does not change the checklist. */
  documents,
  dueDate: LocalDate.nullish(),
  forClient: z.boolean().optional(),
})
export type CorrectionPatch = z.infer<typeof CorrectionPatch>

/** Fields of a comment that clients may write. */
export const clientCorrectionFields: readonly string[] = ['version', 'response', 'file']

const Named = z.object({ pid: z.string(), title: z.string() }).nullable()

/** A comment of an authority, with its response. */
export const Correction = z.object({
  pid: z.string(),
  version: z.int(),
  cycleNo: z.int(),
  text: z.string(),
  item: z.string().nullable(),
  discipline: z.string().nullable(),
  documents: z.array(z.string()),
  dueDate: z.string().nullable(),
  forClient: z.boolean(),
  status: z.enum(correctionStatuses),
  response: z.string().nullable(),
  file: Named,
  answeredAt: z.string().nullable(),
  answeredBy: Named,
  /**
   * Time and author of the last edit; null when it was never edited. A server older than the page does not
   * send them.
   */
  editedAt: z.string().nullable().default(null),
  editedBy: Named.default(null),
  createdAt: z.string(),
})
export type Correction = z.infer<typeof Correction>

/**
 * Response of `GET /permits/{pid}/corrections`: comments of all cycles in the order of creation. `cycleNo` is
 * the current cycle of the permit. `isOpen` says whether its comments can be edited: comments of a submitted
 * cycle cannot.
 */
export const Corrections = z.object({
  cycleNo: z.int(),
  isOpen: z.boolean(),
  corrections: z.array(Correction),
})
export type Corrections = z.infer<typeof Corrections>

/** The facts that decide whether a person may answer a comment. */
type Responder = Pick<Actor, 'role' | 'orgRole'>

/**
 * Whether this person may answer the comment. Staff may answer all comments, members of the client's
 * organization those marked for the client.
 */
export function answersCorrection(actor: Responder, { forClient }: Pick<Correction, 'forClient'>): boolean {
  return isStaff(actor.role) || (forClient && hasOrgRole(actor, 'MEMBER'))
}

/** Number of answered comments. */
export function answeredOf(corrections: readonly Pick<Correction, 'status'>[]): number {
  return corrections.filter(({ status }) => status !== 'OPEN').length
}

/** Adds a default reason to a transition that has comments but no reason. */
export function withReason<
  Body extends { comments?: readonly NewCorrection[] | undefined; reason?: string | null | undefined },
>(body: Body): Body {
  const count = body.comments?.length ?? 0
  return count === 0 || body.reason
    ? body
    : { ...body, reason: `${count} ${count === 1 ? 'comment' : 'comments'} of the authority` }
}

/**
 * The comments that a transition records. Without comments and requested items, its reason becomes the only
 * comment.
 */
export function recordedCorrections(body: {
  comments?: readonly NewCorrection[] | undefined
  items?: readonly unknown[] | undefined
  reason?: string | null | undefined
}): readonly NewCorrection[] {
  const { comments = [], items = [], reason } = body
  return comments.length > 0 || items.length > 0 || !reason ? comments : [{ text: reason }]
}
